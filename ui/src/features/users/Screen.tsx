/** Users: people in, changed, out. Who is disabled, leaves soon, has no supervisor, whose card expires. */

import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../ipc";
import { useCommands } from "../../shared/commands";
import { useDropHere } from "../../shared/drops";
import { useCloseOnEscape } from "../../shared/escape";
import { useShortcut } from "../../shared/keyboard";
import { FailureNote, GuideLink, Note, Part, UnlistedNote } from "../../shared/parts";
import { useDropped } from "../../shared/records/dropped";
import { FirstRead } from "../../shared/records/FirstRead";
import { isFirstRead } from "../../shared/records/feed";
import { goToRows } from "../../shared/records/grid/use-search-top";
import { useKind } from "../../shared/records/kind";
import { BrokenOff } from "../../shared/records/panels/BrokenOff";
import { UndoLeft } from "../../shared/records/panels/UndoLeft";
import css from "../../shared/records/screen.module.css";
import { isInGrid, usePanes } from "../../shared/records/use-panes";
import { useUndoLast } from "../../shared/records/use-undo-last";
import { stepBack } from "./actions/step-back";
import { useUserActs } from "./actions/use-user-acts";
import { BottomBar } from "./bars/BottomBar";
import { Head } from "./bars/Head";
import { Nothing } from "./bars/Nothing";
import { Toolbar } from "./bars/Toolbar";
import { focusGrid, Grid, type GridDoor } from "./grid/Grid";
import { RowMenu } from "./grid/RowMenu";
import { PanelSlot } from "./PanelSlot";
import { chosenIn } from "./users/selection";
import { useUsers } from "./users/store";
import { useRows } from "./users/use-rows";
import { useWanted } from "./users/use-wanted";
import { openPanel, saveForms, undoStep, useView } from "./users/view";

export function UsersScreen() {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const navigate = useNavigate();
  useKind().useFollowed();
  useWanted();
  const [failure, setFailure] = useState<Failure | null>(null);
  const acts = useUserActs(setFailure);
  const loaded = useUsers((users) => users.loaded);
  const state = useUsers((users) => users.state);
  const reading = useUsers((users) => users.failure);
  const rows = useRows();
  const shown = useRef(rows.shown);
  shown.current = rows.shown;
  const door = useRef<GridDoor>({ api: null, copy: () => {}, takeTicks: () => {} });
  const screen = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [toGrid] = useState(() => () => goToRows(useView, shown.current, () => focusGrid(door.current)));
  usePanes(screen, toGrid);
  useCloseOnEscape(screen, stepBack);
  const readOnly = state?.readOnly ?? false;
  const leftOut = state?.leftOut ?? { count: 0, named: [] };
  const isImport = ({ files, folders }: { files: number; folders: number }) => !readOnly && files <= 1 && folders === 0;
  useDropHere(
    ({ dropId, ...counted }, pass) => {
      if (!isImport(counted)) return pass();
      useDropped.setState({ dropped: { dropId, pass } });
      void navigate({ to: "/users/import" });
    },
    {
      middle: (counted) =>
        isImport(counted)
          ? { title: records("drop.import.users"), hint: records("drop.importHint") }
          : { title: records("drop.upload"), hint: records("drop.uploadHint") },
    },
  );
  /** The panel with the preview: of what is ticked and shown. */
  const change = (disabled: boolean) => {
    door.current.takeTicks();
    if (chosenIn(shown.current).length > 0) openPanel({ kind: "switch", ids: "ticked", disabled });
  };
  const undoLast = useUndoLast(acts);
  // What was typed in the open form is newer than what was done before it.
  useShortcut("undo", () => undoStep() || undoLast());
  useShortcut("saveChanges", saveForms, !readOnly);
  useShortcut("find", () => search.current?.focus());
  useShortcut("findSlash", () => search.current?.focus());
  // Single letters act in the grid alone: anywhere else they may be meant for something else.
  useShortcut("disableUsers", ({ target }) => isInGrid(target) && change(true), !readOnly);
  useShortcut("enableUsers", ({ target }) => isInGrid(target) && change(false), !readOnly);
  useCommands(
    readOnly ? [] : [{ id: "newUser", icon: "plus", label: t("new"), run: () => openPanel({ kind: "create" }) }],
  );

  if (isFirstRead({ loaded, state }, rows.all.length))
    return (
      <div className={css.screen}>
        <FirstRead failure={reading} title={t("title")} />
      </div>
    );
  return (
    <div className={css.screen} ref={screen}>
      <section aria-labelledby="users-title" className={css.pane}>
        <Head onFailure={setFailure} readOnly={readOnly} rows={rows} />
        <Part>
          <Toolbar rows={rows} search={search} toRows={toGrid} />
        </Part>
        <UndoLeft acts={acts} className={css.notes} onFailure={setFailure} />
        {readOnly ? null : <BrokenOff acts={acts} className={css.notes} />}
        {readOnly || failure !== null || reading !== null || leftOut.count > 0 ? (
          <div className={css.notes}>
            {readOnly ? (
              <Note kind="info">
                {records("readOnly")} <GuideLink to="connect#access" />
              </Note>
            ) : null}
            <UnlistedNote records={leftOut} what="user" />
            {failure === null ? null : <FailureNote failure={failure} onClose={() => setFailure(null)} once />}
            {failure !== null || reading === null ? null : <FailureNote failure={reading} />}
          </div>
        ) : null}
        {rows.shown.length === 0 ? <Nothing readOnly={readOnly} rows={rows} /> : null}
        <div className={css.gridHolder} hidden={rows.shown.length === 0}>
          <Grid door={door} rows={rows} />
        </div>
        <Part>
          <BottomBar acts={acts} readOnly={readOnly} rows={rows} />
        </Part>
      </section>
      <RowMenu acts={acts} door={door} readOnly={readOnly} rows={rows} />
      <PanelSlot acts={acts} door={door} readOnly={readOnly} rows={rows} />
    </div>
  );
}
