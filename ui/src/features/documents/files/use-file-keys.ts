/** The keys of the files table, as the design language lists them. */

import { type KeyboardEvent, useRef } from "react";
import type { Transfer } from "../../../ipc";
import { type FileRow, stuckTransfer, typeAhead } from "./model";
import type { RowActs } from "./row-acts";
import { all, cleared, range, stand, toggle } from "./selection";
import type { Files } from "./use-files";

const PAGE = 12;
/** Letters typed within this time belong to one word. */
const TYPING_MS = 900;

export function useFileKeys(files: Files, at: number, acts: RowActs, scrollTo: (at: number) => void) {
  const typed = useRef({ letters: "", at: 0 });
  const { rows, selectable, selection, setSelection } = files;

  function goTo(to: number, extend: boolean): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!row) return;
    if (extend && row.kind === "file") setSelection(range(selection, row.key, selectable));
    else setSelection(stand(selection, row.key));
    scrollTo(rows.indexOf(row));
  }

  function letter(key: string): void {
    const now = performance.now();
    const fresh = now - typed.current.at > TYPING_MS;
    typed.current = { letters: fresh ? key : typed.current.letters + key, at: now };
    const found = typeAhead(rows, typed.current.letters, Math.max(0, fresh ? at + 1 : at));
    if (found >= 0) goTo(found, false);
  }

  return function onKeyDown(event: KeyboardEvent): void {
    // Keys pressed in a field or a menu inside the table belong to it.
    if (event.target !== event.currentTarget) return;
    // A key that is held down is meant once where it acts.
    if (event.repeat && (event.key === "Enter" || event.key === "Delete")) return;
    const row = rows[at];
    const ctrl = event.ctrlKey || event.metaKey;
    const transfer = row?.kind === "file" ? transferToShow(row.row, files.chosen) : null;
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: PAGE,
      PageUp: -PAGE,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step !== undefined && !event.altKey && !ctrl) goTo(Math.max(0, at) + step, event.shiftKey);
    else if (ctrl && event.key.toLowerCase() === "a") setSelection(all(selection, selectable));
    else if (event.altKey && event.key === "Enter" && row?.kind === "file" && row.row.document) acts.details();
    else if (ctrl || event.altKey) return;
    else if (event.key === " " && row?.kind === "file" && row.row.document)
      setSelection(event.shiftKey ? range(selection, row.key, selectable) : toggle(selection, row.key));
    else if ((event.key === "Enter" || event.key === " ") && row?.kind === "section")
      files.foldSection(row.group.section);
    else if (event.key === "Enter" && row?.kind === "newSection") acts.sendTo(row.section);
    else if (event.key === "Enter" && transfer !== null) acts.showTransfer(transfer.id);
    else if (event.key === "Enter")
      acts.open(files.chosen.length > 0 ? files.chosen : row?.kind === "file" ? [row.row] : []);
    else if (event.key === "Delete")
      acts.remove(files.chosen.length > 0 ? files.chosen : row?.kind === "file" && !selection.moved ? [row.row] : []);
    else if (event.key === "ArrowLeft" && row?.kind === "section") files.foldSection(row.group.section, true);
    else if (event.key === "ArrowRight" && row?.kind === "section") files.foldSection(row.group.section, false);
    else if (event.key === "ArrowLeft" && row?.kind === "file")
      goTo(
        rows.findLastIndex((each, index) => index < at && each.kind === "section"),
        false,
      );
    else if (event.key === "Escape" && selection.chosen.size > 0) setSelection(cleared(selection));
    else if (event.key.length === 1 && event.key !== " " && event.key !== "/") letter(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** What Enter is about where there is no document to open, or its replacement failed and nothing else is selected. */
function transferToShow(row: FileRow, chosen: readonly FileRow[]): Transfer | null {
  if (row.document === null) return row.transfer;
  return chosen.every((each) => each === row) ? stuckTransfer(row) : null;
}
