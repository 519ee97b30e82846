/**
 * A row of the files table. The name comes from outside: it is shown as text, with control characters as visible marks.
 */

import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CSSProperties, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { FileTag, MiddleEllipsis } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { FileState } from "./FileState";
import css from "./files.module.css";
import type { FileRow } from "./model";
import type { RowActs } from "./row-acts";
import { useStateWords } from "./use-state-words";

type Pick = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; tick: boolean };
type Props = {
  row: FileRow;
  selected: boolean;
  active: boolean;
  /** The open panel is about it. */
  current: boolean;
  id: string;
  index: number;
  place: CSSProperties;
  acts: RowActs;
  onPick: (how: Pick) => void;
  onMenu: (event: MouseEvent) => void;
};

export function FileTableRow({ row, selected, active, current, id, index, place, acts, onPick, onMenu }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "files" });
  const formats = useFormats();
  const state = useStateWords()(row);
  const cell = (name: string) => ({ className: `${css.cell} ${css[name]}`, role: "gridcell" });
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the table draws its own rows, holds the focus and handles the keys
    <div
      aria-current={current || undefined}
      aria-label={`${state}. ${row.shownName}`}
      aria-level={2}
      aria-rowindex={index}
      aria-selected={selected}
      className={`${css.row} ${css.file}`}
      data-active={active || undefined}
      data-away={row.document === null || undefined}
      id={id}
      onClick={(event) =>
        onPick({ shiftKey: event.shiftKey, ctrlKey: event.ctrlKey, metaKey: event.metaKey, tick: false })
      }
      onContextMenu={onMenu}
      onDoubleClick={() => acts.open([row])}
      role="row"
      style={place}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: a larger place around the box */}
      <span
        className={css.tick}
        onClick={(event) => {
          event.stopPropagation();
          if (row.document) onPick({ shiftKey: event.shiftKey, ctrlKey: false, metaKey: false, tick: true });
        }}
        role="gridcell"
      >
        {row.document ? (
          <Checkbox
            aria-label={t("select", { name: row.shownName })}
            checked={selected}
            readOnly
            style={{ pointerEvents: "none" }}
            tabIndex={-1}
          />
        ) : null}
      </span>
      <span {...cell("name")}>
        <FileTag name={row.name} />
        <MiddleEllipsis text={row.shownName} />
      </span>
      <span {...cell("size")}>
        {row.sizeBytes === null ? <Unknown words={t("notKnown")} /> : formats.bytes(row.sizeBytes)}
      </span>
      <span {...cell("uploaded")}>
        {row.sentAt === null ? (
          <Unknown words={t(row.document ? "uploadedElsewhere" : "notYet")} />
        ) : (
          formats.moment(row.sentAt)
        )}
      </span>
      <span {...cell("origin")}>
        {row.folder === null ? (
          t(row.origin)
        ) : (
          <Link
            className={css.folderLink}
            onClick={(event) => event.stopPropagation()}
            params={{ folder: row.folder.id, tab: "files" }}
            // The table has the focus; of its rows only the one that is stood on has stops.
            tabIndex={active ? 0 : -1}
            title={row.folder.name ?? undefined}
            to="/folders/$folder/$tab"
          >
            {t("syncedFolder")}
          </Link>
        )}
      </span>
      <span {...cell("status")}>
        <FileState active={active} acts={acts} row={row} words={state} />
      </span>
    </div>
  );
}

/** What the server does not tell: a dash leaves the room to the name, and says itself under the pointer. */
function Unknown({ words }: { words: string }) {
  return (
    <span className={css.unknown} title={words}>
      <span aria-hidden="true">–</span>
      <span className="fd-heard">{words}</span>
    </span>
  );
}
