/** The page of the chosen project or work order: head, toolbar, files, and what can be done with the selected ones. */

import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProjectId, Target } from "../../../ipc";
import { useCommands } from "../../../shared/commands";
import { asksToClose, useCloseOnEscape } from "../../../shared/escape";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { Part } from "../../../shared/parts";
import { useActsMenu } from "../../../shared/parts/use-acts-menu";
import { ReceiptButton } from "../../../shared/receipt/ReceiptButton";
import { HistoryPane } from "../../history";
import { showTransfer } from "../../transfers/store";
import { writeTarget } from "../drag/model";
import { FilesTable } from "../files/FilesTable";
import type { FileRow } from "../files/model";
import type { RowActs } from "../files/row-acts";
import { stand } from "../files/selection";
import { useFileMenu } from "../files/use-file-menu";
import { useFiles } from "../files/use-files";
import { useCopyName, useFileActs, usePlanActs } from "../mutations";
import { useDocuments, useProjects } from "../queries";
import { useDesk } from "../store";
import { FilePanel } from "./FilePanel";
import { FileSelection } from "./FileSelection";
import { LeftPlanNotes } from "./LeftPlanNotes";
import { NoPage } from "./NoPage";
import { PageHead, type PageTab } from "./PageHead";
import { PageNotes } from "./PageNotes";
import { PageState } from "./PageState";
import css from "./page.module.css";
import { Toolbar } from "./Toolbar";

type Props = {
  tableRef: RefObject<HTMLDivElement | null>;
  listRef: RefObject<HTMLDivElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
};

export function PagePane(props: Props) {
  const target = useDesk((state) => state.target);
  if (target === null) return <NoPage />;
  return <Shown {...props} key={`${target.project}/${target.workOrder ?? ""}`} target={target} />;
}

function Shown({ target, tableRef, listRef, searchRef }: Props & { target: Target }) {
  const { t } = useTranslation("documents", { keyPrefix: "project" });
  const page = useDocuments(target);
  const files = useFiles(page.data);
  const [jump, setJump] = useState<string | null>(null);
  const [tab, setTab] = useState<PageTab>("files");
  const plan = useDesk((state) => state.plan);
  const readOnly = useDesk((state) => state.readOnly);
  const begin = useDesk((state) => state.begin);
  const here = plan === null && tab === "files";
  const [details, setDetails] = useState(false);
  // The panel follows the row that the keyboard is on.
  const shown = details ? files.activeFile : null;
  const closePanel = () => {
    setDetails(false);
    tableRef.current?.focus();
  };
  const pane = useRef<HTMLElement>(null);
  // From what stands beside the list and the panel: the bar with the button that opened it, the toolbar, nothing at all.
  useCloseOnEscape(pane, () => {
    const isOpen = here && shown?.document != null;
    if (isOpen) closePanel();
    return isOpen;
  });
  const reveal = useDesk((state) => state.reveal);
  useEffect(() => {
    if (reveal !== null) setTab("files");
  }, [reveal]);
  const file = useFileActs(target);
  const plans = usePlanActs();
  const copyName = useCopyName();
  const navigate = useNavigate();
  const remove = (rows: readonly FileRow[]) => {
    if (!readOnly) void file.remove(rows);
  };
  const acts: RowActs = {
    open: (rows) => void file.open(rows),
    showTransfer,
    save: (rows) => void file.save(rows),
    copyName: (row) => void copyName(row.shownName),
    details: () => setDetails((now) => !now),
    showDetails: () => setDetails(true),
    showFolder: (id) => void navigate({ to: "/folders/$folder/$tab", params: { folder: id, tab: "files" } }),
    replace: ({ section, document }) => {
      if (document !== null) void plans.replace(target, section, document.id);
    },
    remove,
    cancel: (id) => void file.cancel(id),
    keepOnly: (row) => remove(files.groups.flatMap((group) => group.rows.filter((each) => isTwin(each, row)))),
    sendTo: (section) => void plans.pick(false, target, section),
  };
  const menuOf = useFileMenu(files, acts);
  const { menu, open: openMenu } = useActsMenu(() => tableRef.current?.focus());
  // Each act tells its own failures.
  const send = (folders: boolean) => void plans.pick(folders, target);
  const paste = () => void plans.paste(target);
  const save = () => void file.save(files.chosen);

  useShortcut("sendFiles", () => send(false), here && !readOnly);
  useShortcut("pasteFiles", paste, here && !readOnly);
  useShortcut("pasteFilesShift", paste, here && !readOnly);
  useShortcut("saveAs", save, here && files.chosen.length > 0);
  useShortcut("readAgain", () => void page.refetch(), here);
  const find = () => {
    const inList = listRef.current?.contains(document.activeElement) || document.activeElement === searchRef.current;
    const field = inList ? searchRef.current : document.querySelector<HTMLInputElement>("[data-search=files]");
    field?.focus();
    field?.select();
  };
  useShortcut("find", find, here);
  useShortcut("findSlash", find, here);

  useCommands(
    [
      {
        id: "send",
        icon: "send" as const,
        label: t("upload"),
        keys: shortcutLabel("sendFiles"),
        run: () => send(false),
      },
      { id: "uploadFolder", icon: "folder" as const, label: t("uploadFolder"), run: () => send(true) },
      { id: "paste", icon: "copy" as const, label: t("paste"), keys: shortcutLabel("pasteFiles"), run: paste },
    ].filter(() => here && !readOnly),
  );

  const empty =
    page.data !== undefined && files.groups.every((group) => group.rows.length === 0) && files.newSection === null;
  const goTo = (section: string) => {
    files.foldSection(section, false);
    setJump(null);
    // A second jump to the same section has to be a change.
    queueMicrotask(() => setJump(section));
    files.setSelection(stand(files.selection, `section:${section}`));
  };

  return (
    <section
      aria-label={t("label")}
      className={css.pane}
      data-drop-target={writeTarget({ target, section: null })}
      ref={pane}
    >
      <PageHead
        files={files}
        onNewSection={(section) => {
          setTab("files");
          files.setNewSection(section);
        }}
        onPaste={paste}
        onSend={send}
        onTab={(wanted) => {
          begin();
          setTab(wanted);
        }}
        page={page}
        tab={tab}
        target={target}
      />
      {tab === "history" || page.data === undefined || empty ? null : (
        <Part>
          <Toolbar files={files} onGoTo={goTo} />
        </Part>
      )}
      <PageNotes page={page} />
      {tab === "history" ? (
        <HistoryPane actions={<ProjectReceipt project={target.project} />} scope={{ target }} />
      ) : null}
      {tab === "history" ? null : page.data === undefined || empty || files.rows.length === 0 ? (
        <PageState empty={empty} files={files} onSend={() => send(false)} page={page} />
      ) : (
        <div
          className={css.body}
          onKeyDownCapture={(event) => {
            if (!asksToClose(event) || shown === null) return;
            event.stopPropagation();
            closePanel();
          }}
        >
          <div className={css.tableSide}>
            <FilesTable
              acts={acts}
              current={shown?.key ?? null}
              files={files}
              jump={jump}
              onMenu={(row, event, element) => openMenu(menuOf(row), event, element)}
              tableRef={tableRef}
              target={target}
            />
          </div>
          {shown?.document ? (
            <div className={css.panelSide}>
              <Part of={shown.key} onClose={closePanel}>
                <FilePanel
                  key={shown.key}
                  document={shown.document}
                  onClose={closePanel}
                  onOpen={() => acts.open([shown])}
                  onSave={() => void file.save([shown])}
                  row={shown}
                  target={target}
                />
              </Part>
            </div>
          ) : null}
        </div>
      )}
      {menu}
      <LeftPlanNotes />
      <FileSelection
        chosen={tab === "history" ? [] : files.chosen}
        onClear={() => files.setSelection({ ...files.selection, chosen: new Set() })}
        onDelete={() => remove(files.chosen)}
        onDetails={() => setDetails(true)}
        onOpen={() => acts.open(files.chosen)}
        onSave={save}
      />
    </section>
  );
}

function ProjectReceipt({ project: id }: { project: ProjectId }) {
  const project = useProjects().data?.projects.find((each) => each.id === id);
  const number = project?.number ?? "";
  return <ReceiptButton of={{ project: { id, number, name: project?.name ?? "" } }} projectNumber={number} />;
}

/** Another document with the same name in the same section. */
function isTwin(each: FileRow, row: FileRow): boolean {
  return each.document !== null && each.key !== row.key && each.section === row.section && each.nameKey === row.nameKey;
}
