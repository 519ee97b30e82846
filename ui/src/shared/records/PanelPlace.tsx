/** The place of the panel at the right: the keyboard stays in it when one panel takes the place of another. */

import { type ReactNode, Suspense, useRef } from "react";
import { useFocusHome } from "../focus-home";
import css from "./screen.module.css";

export function PanelPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHome(place, () => place.current?.querySelector<HTMLElement>("aside")?.focus());
  return (
    <div className={css.through} data-pane="panel" ref={place}>
      <Suspense>{children}</Suspense>
    </div>
  );
}
