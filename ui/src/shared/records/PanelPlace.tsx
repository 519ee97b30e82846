/** The place of the panel at the right: the keyboard stays in it when one panel takes the place of another. */

import { type ReactNode, Suspense, useRef } from "react";
import { useFocusHome } from "../focus-home";
import { Part } from "../parts";
import css from "./screen.module.css";

type Props = { children: ReactNode; of: unknown; onClose: () => void };

/** `of` is the panel shown: another one is tried although the one before it stopped. */
export function PanelPlace({ children, of, onClose }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHome(place, () => place.current?.querySelector<HTMLElement>("aside")?.focus());
  return (
    <div className={css.through} data-pane="panel" ref={place}>
      <Part of={of} onClose={onClose}>
        <Suspense>{children}</Suspense>
      </Part>
    </div>
  );
}
