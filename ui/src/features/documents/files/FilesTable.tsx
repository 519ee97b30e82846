/**
 * The files of a page: sections as group rows, files under them, drawn only where they can be seen.
 * The focus stays on the table; `aria-activedescendant` says where in it the keyboard stands.
 */

import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { useRowHeight } from "../../../shared/app-state";
import { isMenuKey } from "../../../shared/parts/use-acts-menu";
import { useDesk } from "../store";
import { ColumnHead } from "./ColumnHead";
import { FileTableRow } from "./FileTableRow";
import css from "./files.module.css";
import { type Column, stuckTransfer, type TableRow } from "./model";
import { NewSectionRow } from "./NewSectionRow";
import type { RowActs } from "./row-acts";
import { SectionRow } from "./SectionRow";
import { all, only, range, toggle } from "./selection";
import { useFileKeys } from "./use-file-keys";
import type { Files } from "./use-files";

type Props = {
  files: Files;
  target: Target;
  acts: RowActs;
  tableRef: RefObject<HTMLDivElement | null>;
  jump: string | null;
  /** The row that the open panel is about. */
  current: string | null;
  /** Opens the menu of a row; by a key, below its element. */
  onMenu: (row: TableRow, event: MouseEvent | ReactKeyboardEvent, element?: Element | null) => void;
};

const COLUMNS: Column[] = ["name", "size", "uploaded", "origin", "status"];

export function FilesTable({ files, target, acts, tableRef, jump, current, onMenu }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "files" });
  const id = useId();
  const height = useRowHeight();
  const { rows, selectable, selection, setSelection, order } = files;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tableRef.current,
    estimateSize: () => height,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 10,
    scrollMargin: height,
    scrollPaddingStart: 2 * height,
  });
  const latest = useRef({ virtual, rows });
  latest.current = { virtual, rows };
  useEffect(() => {
    if (height > 0) latest.current.virtual.measure();
  }, [height]);
  useEffect(() => {
    const at = jump === null ? -1 : latest.current.rows.findIndex((row) => row.key === `section:${jump}`);
    if (at >= 0) latest.current.virtual.scrollToIndex(at, { align: "start" });
  }, [jump]);

  useReveal(files, (index) => latest.current.virtual.scrollToIndex(index, { align: "center" }), tableRef);

  const at = selection.active === null ? -1 : order.indexOf(selection.active);
  const onKey = useFileKeys(files, at, acts, (to) => virtual.scrollToIndex(to, { align: "auto" }));
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const row = rows[at];
    if (!isMenuKey(event) || event.target !== event.currentTarget) return onKey(event);
    if (row !== undefined) onMenu(row, event, document.getElementById(`${id}-${at}`));
  };
  const every = selectable.length > 0 && selectable.every((key) => selection.chosen.has(key));

  return (
    <div
      ref={tableRef}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      aria-colcount={6}
      aria-label={t("title")}
      aria-multiselectable="true"
      aria-rowcount={rows.length + 1}
      className={css.table}
      data-drop-scroll
      data-one-word={!files.wideStates || undefined}
      data-pane="files"
      onFocus={() => {
        const first = rows[0];
        if (at < 0 && first) setSelection({ ...selection, active: first.key, anchor: first.key });
      }}
      onKeyDown={onKeyDown}
      role="treegrid"
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the table holds the focus */}
      <div aria-rowindex={1} className={`${css.row} ${css.header}`} role="row" style={{ height }}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
        <span className={css.tick} role="columnheader">
          <Checkbox
            aria-label={t("selectAll")}
            checked={every}
            indeterminate={!every && selection.chosen.size > 0}
            onChange={() => setSelection(all(selection, selectable))}
            tabIndex={-1}
          />
        </span>
        {COLUMNS.map((column) => (
          <ColumnHead key={column} column={column} onSort={files.setSort} sort={files.sort} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are drawn only where they are seen, which a table element cannot do */}
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const shared = {
            id: `${id}-${item.index}`,
            place: { height: item.size, transform: `translateY(${item.start - height}px)` },
            index: item.index + 2,
            active: item.index === at,
          };
          const openMenu = (event: MouseEvent) => onMenu(row, event);
          if (row.kind === "newSection")
            return (
              <NewSectionRow
                key={item.key}
                {...shared}
                section={row.section}
                target={target}
                onCancel={() => files.setNewSection(null)}
                onSend={acts.sendTo}
              />
            );
          if (row.kind === "section")
            return (
              <SectionRow
                key={item.key}
                {...shared}
                folded={row.folded}
                group={row.group}
                onFold={() => files.foldSection(row.group.section)}
                onMenu={openMenu}
                target={target}
              />
            );
          return (
            <FileTableRow
              key={item.key}
              {...shared}
              acts={acts}
              current={row.key === current}
              onMenu={openMenu}
              onPick={(event) => {
                if (event.shiftKey) setSelection(range(selection, row.key, selectable));
                else if (event.ctrlKey || event.metaKey || event.tick) setSelection(toggle(selection, row.key));
                else {
                  setSelection(only(row.key));
                  const stuck = stuckTransfer(row.row);
                  if (stuck !== null) acts.showTransfer(stuck.id);
                }
              }}
              row={row.row}
              selected={selection.chosen.has(row.key)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Selects the document that *Find anything* found as soon as it is listed. */
function useReveal(files: Files, scrollTo: (at: number) => void, table: RefObject<HTMLElement | null>): void {
  const id = useDesk((state) => state.reveal);
  const revealed = useDesk((state) => state.revealed);
  useEffect(() => {
    if (id === null) return;
    const at = files.order.indexOf(id);
    if (at < 0) return;
    revealed();
    table.current?.focus();
    files.setSelection(only(id));
    scrollTo(at);
  });
}
