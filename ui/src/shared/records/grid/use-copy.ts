/** Copies the rectangle of cells as spreadsheet programs read it. The clipboard is the desktop side's. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useBridge } from "../../../ipc";
import { announce } from "../../announce";
import { boxOf } from "./range";
import type { RectangleStore } from "./rectangle";
import { writeTsv } from "./tsv";

/** `textOf`: what a cell is copied as. */
export function useCopy(
  { getState }: RectangleStore,
  shown: () => readonly { readonly id: string }[],
  textOf: (id: string, column: string) => string,
): () => Promise<void> {
  const bridge = useBridge();
  const { t } = useTranslation("records");
  return useCallback(async () => {
    const { range, order } = getState();
    if (range === null) return;
    const { top, bottom, left, right } = boxOf(range);
    const rows = shown()
      .slice(top, bottom + 1)
      .map(({ id }) => order.slice(left, right + 1).map((column) => textOf(id, column)));
    await bridge.copyText(writeTsv(rows));
    announce(t("copied", { count: rows.reduce((sum, row) => sum + row.length, 0) }));
  }, [bridge, getState, shown, textOf, t]);
}
