/**
 * A button that each row of a list has, drawn as a small one of Mantine's.
 *
 * Those carry their look as custom properties of each element, of which WebKit keeps about 27 KB a button long after
 * it is gone (decision 22): too much for what comes and goes with every row.
 */

import type { ComponentPropsWithRef } from "react";
import css from "./row-button.module.css";

/** `outlined`: what most people come for; the others are words alone. */
type Props = ComponentPropsWithRef<"button"> & { outlined?: boolean };

export function RowButton({ outlined = false, ...rest }: Props) {
  return <button {...rest} className={`${css.button} ${outlined ? css.outlined : ""}`} type="button" />;
}
