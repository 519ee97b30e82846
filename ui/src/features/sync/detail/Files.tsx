/** Every file of a folder with its state and why; filters by state and name; what came of a comparison byte for byte. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type FileView,
  type FolderCounts,
  type FolderState,
  failureOf,
  type Shown,
  type SyncedFolder,
  useBridge,
} from "../../../ipc";
import { useRowHeight } from "../../../shared/app-state";
import {
  Empty,
  FailureNote,
  FileTag,
  FilterPills,
  GuideLink,
  Icon,
  MiddleEllipsis,
  SearchField,
  Skeleton,
  StateText,
} from "../../../shared/parts";
import { type Ask, useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import { fileState } from "../model";
import { useFolderFiles } from "../queries";
import { useSyncWords } from "../use-words";
import css from "./files.module.css";
import { VerifyNote } from "./VerifyNote";

const PILLS = ["needsDecision", "failed", "waiting", "working", "inStep"] as const;

/** `only` shows the files that failed or wait, for the tab of them. */
export function Files({ folder, only }: { folder: SyncedFolder; only?: "notUploaded" }) {
  const { t } = useTranslation("sync", { keyPrefix: "files" });
  const [state, setState] = useState<FolderState | null>(null);
  const [search, setSearch] = useState("");
  const states = state === null ? [] : [state];
  const query = useFolderFiles(folder, states, search, only === "notUploaded");
  const { ask, failure, fail } = useAsk();
  const bridge = useBridge();
  const files = query.data?.pages.flatMap((page) => page.files) ?? [];
  const first = query.data?.pages[0];
  if (query.error !== null)
    return (
      <div className={css.notes}>
        <FailureNote failure={failureOf(query.error)} />
      </div>
    );
  return (
    <div className={css.pane}>
      <div className={css.toolbar}>
        <SearchField className={css.search} label={t("search")} onText={setSearch} text={search} />
        {first === undefined || only !== undefined ? null : (
          <Pills counts={first.counts} onState={setState} state={state} />
        )}
        {only === undefined || folder.failed === 0 ? null : (
          <Button leftSection={<Icon name="again" />} onClick={() => void ask(() => bridge.compareFolder(folder.id))}>
            {t("retry", { count: folder.failed })}
          </Button>
        )}
        {only === undefined ? null : <GuideLink to="folders#why" />}
      </div>
      {failure === null ? null : <FailureNote failure={failure} onClose={() => fail(null)} />}
      {only === undefined ? <VerifyNote folder={folder} /> : null}
      {first === undefined ? (
        <Skeleton />
      ) : files.length === 0 ? (
        <Nothing
          asks={only !== undefined && first.counts.needsDecision > 0}
          missing={first.counts.waiting}
          filtered={search !== "" || state !== null}
          folder={folder}
          onClear={() => {
            setSearch("");
            setState(null);
          }}
          waiting={only !== undefined}
        />
      ) : (
        <Table
          ask={ask}
          files={files}
          folder={folder}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage().catch(() => {});
          }}
          total={first.total}
        />
      )}
    </div>
  );
}

type PillsProps = { counts: FolderCounts; state: FolderState | null; onState: (state: FolderState | null) => void };

function Pills({ counts, state, onState }: PillsProps) {
  const { t } = useTranslation("sync", { keyPrefix: "files" });
  const { t: status } = useTranslation("status");
  const shown = PILLS.filter((pill) => counts[pill] > 0 || pill === state);
  return (
    <FilterPills
      pills={[
        { key: "all", count: counts.all, label: t("all"), on: state === null, onToggle: () => onState(null) },
        ...shown.map((pill) => ({
          key: pill,
          count: counts[pill],
          label: status(pill),
          on: state === pill,
          onToggle: () => onState(state === pill ? null : pill),
        })),
      ]}
    />
  );
}

type NothingProps = {
  folder: SyncedFolder;
  /** There are files that someone must decide on first: they are not uploaded either. */
  asks: boolean;
  /** Files that wait without being in the folder: uploaded, and checked again before they count as deleted. */
  missing: number;
  filtered: boolean;
  waiting: boolean;
  onClear: () => void;
};

function Nothing({ folder, asks, missing, filtered, waiting, onClear }: NothingProps) {
  const { t } = useTranslation("sync", { keyPrefix: "files" });
  if (filtered) return <Empty action={<Button onClick={onClear}>{t("clear")}</Button>} title={t("none")} />;
  if (asks) return <InActionNeeded folder={folder} />;
  if (waiting && missing > 0) return <OnlyMissing count={missing} folder={folder} />;
  return <Empty title={t(waiting ? "allUploaded" : "noFiles")} />;
}

function OnlyMissing({ folder, count }: { folder: SyncedFolder; count: number }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const all = () => void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab: "files" } });
  return (
    <Empty action={<Button onClick={all}>{t("tab.files")}</Button>} title={t("files.allUploaded")}>
      {t("files.missing", { count })}
    </Empty>
  );
}

function InActionNeeded({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const review = () => void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab: "needs" } });
  return (
    <Empty action={<Button onClick={review}>{t("act.review")}</Button>} title={t("files.inActionNeeded")}>
      {t("files.othersUploaded")}
    </Empty>
  );
}

type TableProps = {
  ask: Ask["ask"];
  files: Shown<FileView>[];
  folder: SyncedFolder;
  total: number;
  onEnd: () => void;
};

function Table({ ask, files, folder, total, onEnd }: TableProps) {
  const { t } = useTranslation("sync", { keyPrefix: "files" });
  const height = useRowHeight();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: files.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (last >= files.length - 20 && files.length < total) end.current();
  }, [last, files.length, total]);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: rows are drawn only where they are seen, which a table element cannot do; the keyboard scrolls it
    <div ref={box} aria-label={folder.name} aria-rowcount={total + 1} className={css.table} role="table" tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <div aria-rowindex={1} className={`${css.row} ${css.headRow}`} role="row" style={{ height }}>
        {(["name", "section", "uploaded", "status"] as const).map((column) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
          <span key={column} className={css[column]} role="columnheader">
            {t(column)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map((item) => {
          const file = files[item.index];
          if (!file) return null;
          return (
            <FileLine
              key={item.key}
              ask={ask}
              file={file}
              folder={folder}
              index={item.index + 2}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            />
          );
        })}
      </div>
    </div>
  );
}

type LineProps = {
  ask: Ask["ask"];
  file: Shown<FileView>;
  folder: SyncedFolder;
  index: number;
  style: React.CSSProperties;
};

function FileLine({ ask, file, folder, index, style }: LineProps) {
  const { t } = useTranslation("sync", { keyPrefix: "files" });
  const { t: status } = useTranslation("status");
  const { t: cases } = useTranslation("sync", { keyPrefix: "conflict" });
  const bridge = useBridge();
  const formats = useFormats();
  const { why } = useSyncWords();
  const state = fileState(file);
  const words = file.reason === "" || file.state === "inStep" ? status(state) : why(file);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
    <div
      aria-rowindex={index}
      className={`${css.row} ${css.line}`}
      onDoubleClick={() => void ask(() => bridge.openFolderFile(folder.id, { section: file.section, name: file.name }))}
      role="row"
      style={style}
      title={file.fileReferenceId === null ? undefined : t("small", { id: file.fileReferenceId })}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span className={css.name} role="cell">
        <FileTag name={file.name} />
        <MiddleEllipsis text={file.shownName} />
        <button
          aria-label={`${cases("showInFolder")}: ${file.shownName}`}
          className={css.showIt}
          onClick={() => void ask(() => bridge.showFolder(folder.id, { section: file.section, name: file.name }))}
          type="button"
        >
          <Icon name="folder" size={15} />
        </button>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span className={css.section} role="cell">
        {file.section}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span className={css.uploaded} role="cell">
        {file.sent === null ? "" : formats.moment(file.sent)}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span className={css.status} role="cell" title={words}>
        <StateText state={state}>{words}</StateText>
      </span>
    </div>
  );
}
