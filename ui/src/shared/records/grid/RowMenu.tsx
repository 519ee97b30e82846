/** The menu of a row or of a selection: right click, or Shift F10. What stands in it is its screen's. */

import { type ReactNode, useEffect } from "react";
import { PointMenu } from "../../parts/PointMenu";
import { useRowMenu } from "./row-menu";

type Props = {
  /** Title of the menu; `null` closes it. */
  title: string | null;
  /** Gives the focus back to the cell. */
  toGrid: () => void;
  children: ReactNode;
};

export function RowMenu({ title, toGrid, children }: Props) {
  const at = useRowMenu((store) => store.at);
  useLit(at?.ids);
  useEffect(() => () => useRowMenu.setState({ at: null }), []);
  const close = () => {
    useRowMenu.setState({ at: null });
    toGrid();
  };
  return (
    <PointMenu at={at} onClose={close} title={title}>
      {children}
    </PointMenu>
  );
}

/** The rows that the menu is about, marked while it is open. */
function useLit(ids: readonly string[] | undefined): void {
  useEffect(() => {
    const rows = (ids ?? []).flatMap((id) => [
      ...document.querySelectorAll(`[data-pane="grid"] [row-id="${CSS.escape(id)}"]`),
    ]);
    for (const row of rows) row.classList.add("fd-menu-row");
    return () => {
      for (const row of rows) row.classList.remove("fd-menu-row");
    };
  }, [ids]);
}
