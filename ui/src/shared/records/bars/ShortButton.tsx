/** A button of which the sign alone stands where its bar is narrow. */

import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ComponentProps } from "react";
import { Icon, type IconName } from "../../parts";
import css from "../screen.module.css";

type Props = { icon: IconName; label: string } & ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>;

/** What else is given is the button's: what a menu needs of its target, too, which has a class even where it is empty. */
export function ShortButton({ icon, label, className = "", ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <Button aria-label={label} className={`${css.short} ${className}`} leftSection={<Icon name={icon} />} {...rest}>
        {label}
      </Button>
    </Tooltip>
  );
}
