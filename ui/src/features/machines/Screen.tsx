/** Machines: the day's equipment work in one grid. What is blocked and why, what lacks fuel data, what is due. */

import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../ipc";
import { useCommands } from "../../shared/commands";
import { useDropHere } from "../../shared/drops";
import { useCloseOnEscape } from "../../shared/escape";
import { shortcutLabel, useShortcut } from "../../shared/keyboard";
import { FailureNote, GuideLink, Note, Part, UnlistedNote } from "../../shared/parts";
import { useDropped } from "../../shared/records/dropped";
import { FirstRead } from "../../shared/records/FirstRead";
import { isFirstRead } from "../../shared/records/feed";
import { goToRows } from "../../shared/records/grid/use-search-top";
import { BrokenOff } from "../../shared/records/panels/BrokenOff";
import { UndoLeft } from "../../shared/records/panels/UndoLeft";
import { progressOf, useFollowProgress } from "../../shared/records/progress";
import css from "../../shared/records/screen.module.css";
import type { Which } from "../../shared/records/selection";
import { useGuarded } from "../../shared/records/use-guarded";
import { isInGrid, usePanes } from "../../shared/records/use-panes";
import { useUndoLast } from "../../shared/records/use-undo-last";
import { stepBack } from "./actions/step-back";
import { type Acts, useActs } from "./actions/use-acts";
import { useActsOn } from "./actions/use-acts-on";
import { useEdits } from "./actions/use-edits";
import { useLowerWords } from "./actions/use-lower-words";
import { BottomBar } from "./bars/BottomBar";
import { Head } from "./bars/Head";
import { Nothing } from "./bars/Nothing";
import { tabPanel } from "./bars/Tabs";
import { Toolbar } from "./bars/Toolbar";
import { shownMachine } from "./fleet/cells";
import { useFeed } from "./fleet/feed";
import { chosenIn, useChosen } from "./fleet/selection";
import { useFleet } from "./fleet/store";
import { useLayout } from "./fleet/use-layout";
import { readyNow } from "./fleet/use-ready";
import { type Rows, useRows } from "./fleet/use-rows";
import { openPanel, useView } from "./fleet/view";
import { FuelEditor } from "./fuel/FuelEditor";
import { AskBlock, askBlock } from "./grid/AskBlock";
import { Grid, type GridDoor } from "./grid/Grid";
import { goTo, nextProblem } from "./grid/next-problem";
import { RowMenu } from "./grid/RowMenu";
import { isBlocked } from "./model/types";
import { PanelSlot } from "./PanelSlot";
import { ReleaseNotes } from "./releases/ReleaseNotes";

/** How long the grid takes to tell of an edit that ended. */
const editMs = 40;

export function MachinesScreen() {
  const { t } = useTranslation(["machines", "records"]);
  const navigate = useNavigate();
  useFeed();
  useLayout();
  useFollowProgress();
  const [failure, setFailure] = useState<Failure | null>(null);
  const acts = useActs(setFailure);
  const edits = useEdits(setFailure);
  const { guarded, production } = useGuarded();
  const lower = useLowerWords();
  // Only what the frame shows: a click on one machine must not draw the screen again.
  const loaded = useFleet((fleet) => fleet.loaded);
  const state = useFleet((fleet) => fleet.state);
  const reading = useFleet((fleet) => fleet.failure);
  const unsaved = useFleet((fleet) => fleet.pending.size > 0);
  const panel = useView((view) => view.panel);
  const rows = useRows();
  const door = useRef<GridDoor>({ api: null, fillDown: () => {}, copy: () => {}, takeTicks: () => {} });
  const shown = useRef(rows.shown);
  shown.current = rows.shown;
  const [chosen] = useState(() => () => {
    door.current.takeTicks();
    return chosenIn(shown.current);
  });
  const on = useActsOn(acts, chosen);
  const screen = useRef<HTMLDivElement>(null);
  const [toGrid] = useState(() => () => {
    const back = () => {
      const anchor = useView.getState().range?.anchor ?? { row: 0, column: 0 };
      goTo(door.current.api, anchor.row, anchor.column);
    };
    goToRows(useView, shown.current, back);
  });
  usePanes(screen, toGrid);
  useCloseOnEscape(screen, stepBack);
  const search = useRef<HTMLInputElement>(null);
  const readOnly = state?.readOnly ?? false;

  /** A click on the switch: a block is asked for its message first, the end of one is done at once. */
  const onSwitch = useRef((_: string) => {});
  onSwitch.current = (id: string) => {
    const machine = shownMachine(id);
    if (machine === undefined) return;
    if (isBlocked(machine)) void acts.release([id]);
    else askBlock(id);
  };
  const [switchIt] = useState(() => (id: string) => onSwitch.current(id));

  const save = async () => {
    // What is being typed belongs to it; the grid tells of an ended edit a moment later.
    door.current.api?.stopEditing();
    await new Promise((next) => setTimeout(next, editMs));
    await edits.idle();
    const { pending } = useFleet.getState();
    if (pending.size === 0) return;
    const ready = readyNow(null);
    // Nothing of it can go as it stands: what each cell waits for is told instead.
    if (ready.edits === 0) return openPanel({ kind: "problems" });
    const yes = t(production ? "records:bar.save" : "records:bar.saveTest", { count: ready.edits });
    guarded(ready.machines.length, yes, () => void acts.save(null), null, lower(ready));
  };
  const undoLast = useUndoLast(acts);
  const undo = () => {
    const { commands } = useView.getState();
    const { running } = progressOf("machines").getState();
    // With unsaved edits it belongs to them.
    if (!running && commands.done.length > 0) void edits.undo();
    else undoLast();
  };
  useDropHere(
    ({ dropId, files, folders }, pass) => {
      if (readOnly || files > 1 || folders > 0) return pass();
      useDropped.setState({ dropped: { dropId, pass } });
      void navigate({ to: "/machines/import" });
    },
    {
      middle: ({ files, folders }) => {
        return readOnly || files > 1 || folders > 0
          ? { title: t("records:drop.upload"), hint: t("records:drop.uploadHint") }
          : { title: t("records:drop.import.machines"), hint: t("records:drop.importHint") };
      },
    },
  );
  useShortcut("find", () => search.current?.focus());
  useShortcut("findSlash", () => search.current?.focus());
  useShortcut("undo", undo);
  useShortcut("redo", () => void edits.redo(), !readOnly);
  useShortcut("saveChanges", () => void save(), !readOnly);
  // Single letters act in the grid alone: anywhere else they may be meant for something else.
  useShortcut("blockCheckIn", ({ target }) => isInGrid(target) && on.block(chosen()), !readOnly);
  useShortcut("releaseCheckIn", ({ target }) => isInGrid(target) && on.release(chosen()), !readOnly);
  useShortcut("nextProblem", () => nextProblem(door.current.api, rows.shown));
  useCommands([
    { id: "newMachine", icon: "plus", label: t("new"), run: () => openPanel({ kind: "create" }) },
    // Offered only where there is something to save: it never does nothing.
    ...(unsaved && !readOnly
      ? [
          {
            id: "saveMachines",
            icon: "save" as const,
            label: t("save"),
            keys: shortcutLabel("saveChanges"),
            run: () => void save(),
          },
        ]
      : []),
  ]);

  if (isFirstRead({ loaded, state }, rows.all.length))
    return (
      <div className={css.screen}>
        <FirstRead failure={reading} title={t("title")} />
      </div>
    );
  return (
    <div className={css.screen} ref={screen}>
      <section aria-labelledby="machines-title" className={css.pane}>
        <Head onFailure={setFailure} rows={rows} readOnly={readOnly} toRows={toGrid} />
        <div className={css.through} {...tabPanel("list")}>
          <Part>
            <Toolbar edits={edits} readOnly={readOnly} rows={rows} search={search} toRows={toGrid} undo={undo} />
          </Part>
          {readOnly ? (
            <div className={css.notes}>
              <Note kind="info">
                {t("records:readOnly")} <GuideLink to="connect#access" />
              </Note>
            </div>
          ) : null}
          <ReleaseNotes className={css.notes} />
          {state === null || state.leftOut.count === 0 ? null : (
            <div className={css.notes}>
              <UnlistedNote records={state.leftOut} what="machine" />
            </div>
          )}
          <UndoLeft acts={acts} className={css.notes} onFailure={setFailure} />
          {readOnly ? null : <BrokenOff acts={acts} className={css.notes} />}
          {failure === null && reading === null ? null : (
            <div className={css.notes}>
              {failure === null ? null : <FailureNote failure={failure} onClose={() => setFailure(null)} once />}
              {failure !== null || reading === null ? null : <FailureNote failure={reading} />}
            </div>
          )}
          {rows.shown.length === 0 ? <Nothing rows={rows} readOnly={readOnly} /> : null}
          <div className={css.gridHolder} hidden={rows.shown.length === 0}>
            <Grid all={rows.all} door={door} edits={edits} onSwitch={switchIt} readOnly={readOnly} shown={rows.shown} />
          </div>
          <Part of={panel} onClose={() => openPanel(null)}>
            {panel?.kind === "fuel" ? <FuelSlot acts={acts} onUndo={undo} rows={rows} which={panel.ids} /> : null}
          </Part>
          <Part>
            <BottomBar
              acts={acts}
              chosen={chosen}
              door={door}
              edits={edits}
              on={on}
              onSave={() => void save()}
              readOnly={readOnly}
              rows={rows}
            />
          </Part>
        </div>
      </section>
      <PanelSlot acts={acts} edits={edits} door={door} rows={rows} readOnly={readOnly} />
      <RowMenu door={door} on={on} readOnly={readOnly} />
      <AskBlock acts={acts} door={door} />
    </div>
  );
}

type FuelProps = { acts: Acts; onUndo: () => void; rows: Rows; which: Which };

function FuelSlot({ acts, onUndo, rows, which }: FuelProps) {
  const chosen = useChosen(rows);
  const ids = which === "ticked" ? chosen.ids : which;
  return (
    <div className={css.through} data-pane="panel">
      <FuelEditor acts={acts} ids={ids} key={ids.join()} onClose={() => openPanel(null)} onUndo={onUndo} />
    </div>
  );
}
