/** The menu of a row of the files table: of a file, or of the selection that it is in, and of a section. */

import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import type { Acts, MenuAct } from "../../../shared/parts/use-acts-menu";
import { useDesk } from "../store";
import type { FileRow, TableRow } from "./model";
import type { RowActs } from "./row-acts";
import { only, stand } from "./selection";
import type { Files } from "./use-files";

export function useFileMenu(files: Files, acts: RowActs): (row: TableRow) => Acts {
  const { t } = useTranslation("documents");
  const { t: common } = useTranslation("common");
  const readOnly = useDesk((state) => state.readOnly);

  const ofSection = (section: string, folded: boolean): readonly MenuAct[] => [
    ...(readOnly ? [] : [{ label: t("menu.uploadHere"), run: () => acts.sendTo(section) }]),
    {
      label: t(folded ? "menu.expand" : "menu.collapse"),
      keys: folded ? "→" : "←",
      run: () => files.foldSection(section),
    },
  ];
  const ofFiles = (rows: readonly FileRow[]): readonly MenuAct[] => {
    const listed = rows.filter(({ document }) => document !== null);
    const [row] = rows.length === 1 ? rows : [];
    const isListed = row?.document != null;
    const transfer = row?.transfer ?? null;
    const folder = row?.folder ?? null;
    return [
      ...(listed.length > 0
        ? [
            { label: t("selection.open"), keys: "Enter", run: () => acts.open(rows) },
            { label: t("selection.saveAs"), keys: shortcutLabel("saveAs"), run: () => acts.save(rows) },
          ]
        : []),
      ...(isListed ? [{ label: t("menu.preview"), keys: "Alt Enter", run: acts.showDetails }] : []),
      ...(isListed && !readOnly ? [{ label: t("menu.replace"), run: () => acts.replace(row) }] : []),
      ...(row === undefined ? [] : [{ label: t("panel.copyName"), run: () => acts.copyName(row) }]),
      ...(folder === null ? [] : [{ label: t("menu.showFolder"), run: () => acts.showFolder(folder.id) }]),
      ...(transfer === null ? [] : [{ label: t("menu.showTransfer"), run: () => acts.showTransfer(transfer.id) }]),
      ...(readOnly || listed.length === 0
        ? []
        : [{ label: t("selection.delete"), keys: "Del", run: () => acts.remove(rows), apart: true }]),
    ];
  };

  return (row) => {
    if (row.kind === "newSection") return { title: row.section, acts: [] };
    const { selection, setSelection, chosen } = files;
    if (row.kind === "section") {
      setSelection(stand(selection, row.key));
      return { title: row.group.section, acts: ofSection(row.group.section, row.folded) };
    }
    const together = selection.chosen.has(row.key);
    // The row that was meant is seen, as after a click.
    if (!together) setSelection(row.row.document === null ? stand(selection, row.key) : only(row.key));
    const rows = together ? chosen : [row.row];
    const title = rows.length === 1 ? (rows[0]?.shownName ?? "") : common("selected", { count: rows.length });
    return { title, acts: ofFiles(rows) };
  };
}
