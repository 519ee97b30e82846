/** The bar at the bottom: a question first, then what runs, then what is not saved, then what is selected. */

import { Button, Menu } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../../shared/app-state";
import { shortcutLabel } from "../../../shared/keyboard";
import { FirstLine, Keys, SelectionBar, StateIcon } from "../../../shared/parts";
import { MoreMenu } from "../../../shared/records/bars/MoreMenu";
import { ProgressBar } from "../../../shared/records/bars/ProgressBar";
import { QuestionBar, useWaiting } from "../../../shared/records/bars/QuestionBar";
import { UnsavedBar } from "../../../shared/records/bars/UnsavedBar";
import { progressOf } from "../../../shared/records/progress";
import css from "../../../shared/records/screen.module.css";
import { useGuarded } from "../../../shared/records/use-guarded";
import type { Acts } from "../actions/use-acts";
import type { ActsOn } from "../actions/use-acts-on";
import type { Edits } from "../actions/use-edits";
import { tickOnly, useChosen } from "../fleet/selection";
import { allPending, useFleet } from "../fleet/store";
import { useReady } from "../fleet/use-ready";
import type { Rows } from "../fleet/use-rows";
import { openPanel, setView, useView } from "../fleet/view";
import type { GridDoor } from "../grid/Grid";
import { Changes } from "./Changes";

type Props = {
  rows: Rows;
  acts: Acts;
  edits: Edits;
  readOnly: boolean;
  door: RefObject<GridDoor>;
  chosen: () => string[];
  on: ActsOn;
  onSave: () => void;
};

export function BottomBar(props: Props) {
  return (
    <div className={css.through} data-pane="bar">
      <Bar {...props} />
    </div>
  );
}

function Bar(props: Props) {
  const told = progressOf("machines")((store) => store.told);
  const pending = useFleet((fleet) => fleet.pending);
  const { ids, hidden } = useChosen(props.rows);
  const question = useWaiting(ids);
  if (question !== null) return <QuestionBar />;
  if (told !== null && told.total > 1) return <ProgressBar onStop={props.acts.stop} />;
  if (pending.size > 0 && !props.readOnly) return <ChangesBar {...props} />;
  return ids.length + hidden > 0 ? <ChosenBar {...props} /> : null;
}

function ChangesBar(props: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const connection = useConnection();
  const { production } = useGuarded();
  const { pending, state } = useFleet();
  const { ids } = useChosen(props.rows);
  const pasted = useView((view) => view.pasted);
  const all = allPending(pending);
  const ready = useReady();
  const waits = ready.problems + ready.undecided + ready.gone;
  // As wide while nothing can be saved: else *Discard* stands where *Save* will.
  const count = ready.edits === 0 ? all.length : ready.edits;
  const label =
    production || connection === null ? t("records:bar.save", { count }) : t("records:bar.saveTest", { count });
  return (
    <UnsavedBar
      label={t("bar.unsaved", { count: all.length })}
      said={
        <>
          <Changes />
          {waits === 0 ? null : (
            <Button
              leftSection={
                ready.problems > 0 ? (
                  <StateIcon className={css.bad ?? ""} state="failed" />
                ) : (
                  <StateIcon className={css.review ?? ""} state="needsDecision" />
                )
              }
              onClick={() => openPanel({ kind: "problems" })}
              size="xs"
              variant="subtle"
            >
              {[
                ready.problems > 0 ? t("bar.problems", { count: ready.problems }) : "",
                ready.undecided + ready.gone > 0 ? t("bar.toReview", { count: ready.undecided + ready.gone }) : "",
              ]
                .filter(Boolean)
                .join(", ")}
            </Button>
          )}
          {pasted === null ? null : (
            <span className={`fd-small fd-ink2 ${css.aside}`}>
              {[
                pasted.headings ? t("bar.headings") : "",
                pasted.outside > 0 ? t("bar.outside", { count: pasted.outside }) : "",
              ]
                .filter(Boolean)
                .join(". ")}
            </span>
          )}
        </>
      }
    >
      {state?.failure == null ? null : <span className="fd-small fd-ink2">{t("bar.waits")}</span>}
      {ids.length === 0 ? null : <ActsMenu {...props} />}
      <span className="fd-small fd-ink2">
        <Keys>{shortcutLabel("undo")}</Keys>
      </span>
      <Button onClick={() => void props.edits.discard()}>{t("bar.discard")}</Button>
      <Button disabled={ready.edits === 0} onClick={props.onSave} variant="filled">
        {label}
      </Button>
      <Keys>{shortcutLabel("saveChanges")}</Keys>
    </UnsavedBar>
  );
}

function ChosenBar(props: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const { rows, readOnly, on, chosen } = props;
  const { ids, hidden } = useChosen(rows);
  const detail =
    hidden > 0 ? t("records:bar.hidden", { count: hidden }) : t("records:bar.ofShown", { count: rows.shown.length });
  const showAll = () => setView({ search: "", view: "all", filters: [], ownView: null, folded: new Set() });
  const block = (
    <Button leftSection={<StateIcon state="blocked" />} onClick={() => on.block(chosen())}>
      {t("bar.block")}
    </Button>
  );
  const buttons = [
    { key: "block", button: block },
    { key: "unblock", button: <Button onClick={() => on.release(chosen())}>{t("bar.unblock")}</Button> },
    { key: "fuel", button: <Button onClick={() => on.fuel(chosen())}>{t("bar.fuel")}</Button> },
    { key: "edit", button: <Button onClick={() => on.edit(chosen())}>{t("bar.edit")}</Button> },
  ];
  return (
    <SelectionBar count={ids.length} detail={detail} onClear={() => tickOnly([])}>
      {hidden === 0 ? null : <Button onClick={showAll}>{t("records:bar.showHidden")}</Button>}
      {readOnly || ids.length === 0 ? null : (
        <>
          <FirstLine parts={buttons} />
          <ActsMenu {...props} />
        </>
      )}
    </SelectionBar>
  );
}

function ActsMenu({ on, chosen, door }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  return (
    <MoreMenu>
      <Menu.Item onClick={() => on.block(chosen())}>{t("bar.block")}</Menu.Item>
      <Menu.Item onClick={() => on.release(chosen())}>{t("bar.unblock")}</Menu.Item>
      <Menu.Item onClick={() => on.fuel(chosen())}>{t("bar.fuel")}</Menu.Item>
      <Menu.Item onClick={() => on.edit(chosen())}>{t("bar.edit")}</Menu.Item>
      <Menu.Item onClick={() => door.current.fillDown()}>{t("bar.fillDown")}</Menu.Item>
      <Menu.Item onClick={() => on.setActive(chosen(), true)}>{t("bar.activate")}</Menu.Item>
      <Menu.Item onClick={() => on.setActive(chosen(), false)}>{t("bar.deactivate")}</Menu.Item>
    </MoreMenu>
  );
}
