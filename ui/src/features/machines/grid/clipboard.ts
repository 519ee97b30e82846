/**
 * The clipboard: copy goes through the desktop side; a paste lands in a hidden field, since web views give it nowhere
 * else.
 */

import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { boxOf } from "../../../shared/records/grid/range";
import { readTsv } from "../../../shared/records/grid/tsv";
import { useCopy } from "../../../shared/records/grid/use-copy";
import type { Edits } from "../actions/use-edits";
import { shownMachine } from "../fleet/cells";
import { useShowing } from "../fleet/use-showing";
import { openPanel, setView, useView } from "../fleet/view";
import { type ColumnName, columnOf, isNumeric } from "../model/fields";
import { headingsIn, placeHeaded, placePaste } from "../model/paste";
import type { FleetRow } from "../model/rows";
import type { Showing } from "../model/show";
import { oddsOf, textOf } from "./use-columns";

/** Spreadsheet programs do not take the spaces between thousands for a number. */
function copied(id: string, column: ColumnName, to: Showing): string {
  const text = textOf(id, column, to);
  // A value that cannot be read is copied as it came.
  if (oddsOf(id, column).length > 0) return text;
  return isNumeric(columnOf(column)) ? text.replaceAll(/[\s\u00a0\u202f]/g, "") : text;
}

export function useClipboard(shown: () => readonly FleetRow[], edits: Edits, readOnly: boolean) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  const bridge = useBridge();
  const field = useRef<HTMLTextAreaElement>(null);

  const textOfCell = useCallback((id: string, column: string) => copied(id, column as ColumnName, to), [to]);
  const copy = useCopy(useView, shown, textOfCell);

  const take = useCallback(
    async (text: string) => {
      const { range, order } = useView.getState();
      if (range === null || readOnly) return;
      const machines = shown().flatMap(({ id }) => shownMachine(id) ?? []);
      const block = readTsv(text);
      const fields = block.length > 1 ? await bridge.machineHeadings(block[0] ?? []).catch(() => []) : [];
      const headings = headingsIn(block, fields);
      const box = boxOf(range);
      const { edits: made, outside } =
        headings === null
          ? placePaste(block, box, { machines, columns: order })
          : placeHeaded(block, headings, box, machines);
      const result = await edits.apply(made);
      if (result === null) return;
      const problems = result.cells.filter(({ problem }) => problem !== null).length;
      setView({ pasted: { cells: made.length, problems, outside, headings: headings !== null } });
      announce(t("pasted", { count: made.length, problems }));
      if (problems > 0) openPanel({ kind: "problems" });
    },
    [bridge, shown, edits, readOnly, t],
  );

  /** Called at Ctrl V, before the browser pastes: the field takes the focus for that moment. */
  const catchPaste = useCallback(() => {
    const back = document.activeElement;
    const target = field.current;
    if (target === null) return;
    target.value = "";
    target.focus();
    const finish = (text: string) => {
      if (back instanceof HTMLElement) back.focus();
      if (text !== "") void take(text);
    };
    target.addEventListener(
      "paste",
      (event) => {
        event.preventDefault();
        finish(event.clipboardData?.getData("text/plain") ?? "");
      },
      { once: true },
    );
  }, [take]);

  return { copy, catchPaste, take, field };
}
