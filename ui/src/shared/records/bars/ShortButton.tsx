/** A button of which the sign alone stands where its bar is narrow. */

import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { Icon, type IconName } from "../../parts";
import css from "../screen.module.css";

type Props = { icon: IconName; label: string } & ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>;

/**
 * Button with an icon and short words. Other properties go to the button: those that a menu needs of its target, too,
 * which has a class even where it is empty.
 */
export function ShortButton({ icon, label, className = "", ...rest }: Props) {
  // Where the words stand on the button, a tooltip would say them twice.
  const [isSign, setIsSign] = useState(true);
  const look = ({ currentTarget }: { currentTarget: Element }) =>
    setIsSign(currentTarget.querySelector(".mantine-Button-label")?.getClientRects().length === 0);
  return (
    <Tooltip disabled={!isSign} label={label}>
      <Button
        aria-label={label}
        className={`${css.short} ${className}`}
        leftSection={<Icon name={icon} />}
        {...rest}
        onFocus={look}
        onPointerEnter={look}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
