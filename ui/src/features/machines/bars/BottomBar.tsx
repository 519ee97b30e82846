/** The bar at the bottom: a question first, then what runs, then what is not saved, then what is selected. */

import { Button, Menu } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../../shared/app-state";
import { shortcutLabel } from "../../../shared/keyboard";
import { Icon, Keys, Meter, SelectionBar, StateIcon, useFoot } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { ask, useQuestion } from "../actions/ask";
import { useProgress } from "../actions/progress";
import type { Acts } from "../actions/use-acts";
import type { ActsOn } from "../actions/use-acts-on";
import type { Edits } from "../actions/use-edits";
import { useGuarded } from "../actions/use-guarded";
import { sameIds, tickOnly, useChosen } from "../fleet/selection";
import { allPending, useFleet } from "../fleet/store";
import { useReady } from "../fleet/use-ready";
import type { Rows } from "../fleet/use-rows";
import { openPanel, setView, useView } from "../fleet/view";
import type { GridDoor } from "../grid/Grid";
import css from "../screen.module.css";
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
  const question = useQuestion((store) => store.question);
  const told = useProgress((store) => store.told);
  const pending = useFleet((fleet) => fleet.pending);
  const { ids, hidden } = useChosen(props.rows);
  const ticked = question?.ticked ?? null;
  useEffect(() => {
    if (ticked !== null && !sameIds(ticked, ids)) ask(null);
  }, [ticked, ids]);
  // Left without an answer: it is not asked again on return.
  useEffect(() => () => ask(null), []);
  if (question !== null) return <QuestionBar />;
  if (told !== null && told.total > 1) return <ProgressBar acts={props.acts} />;
  if (pending.size > 0 && !props.readOnly) return <ChangesBar {...props} />;
  return ids.length + hidden > 0 ? <ChosenBar {...props} /> : null;
}

function QuestionBar() {
  const { t } = useTranslation("common");
  const question = useQuestion((store) => store.question);
  const yes = useRef<HTMLButtonElement>(null);
  const bar = useFoot<HTMLElement>();
  useEffect(() => {
    const back = document.activeElement;
    yes.current?.focus();
    return () => {
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);
  if (question === null) return null;
  return (
    <section
      aria-label={question.text}
      className={css.foot}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        ask(null);
      }}
      ref={bar}
      role="alertdialog"
    >
      <Icon name="people" size={18} />
      <span className={css.grow}>{question.text}</span>
      <Button onClick={() => ask(null)}>{t("cancel")}</Button>
      <Button
        onClick={() => {
          ask(null);
          question.run();
        }}
        ref={yes}
        variant="filled"
      >
        {question.yes}
      </Button>
    </section>
  );
}

function ProgressBar({ acts }: { acts: Acts }) {
  const { t } = useTranslation("machines");
  const formats = useFormats();
  const told = useProgress((store) => store.told);
  const bar = useFoot<HTMLElement>();
  if (told === null) return null;
  const { done, total, waitingUntil } = told;
  const label = t("progress.done", { done: formats.number(done), total: formats.number(total) });
  return (
    <section aria-label={label} className={css.foot} ref={bar}>
      <StateIcon state={waitingUntil === null ? "working" : "waiting"} />
      <span role="status">
        {label}
        {waitingUntil === null ? "" : ` · ${t("progress.waits", { at: formats.clock(waitingUntil) })}`}
      </span>
      <Meter done={done} label={label} total={total} />
      <Button onClick={acts.stop}>{t("progress.stop")}</Button>
    </section>
  );
}

function ChangesBar(props: Props) {
  const { t } = useTranslation("machines");
  const connection = useConnection();
  const { production } = useGuarded();
  const { pending, state } = useFleet();
  const { ids } = useChosen(props.rows);
  const pasted = useView((view) => view.pasted);
  const bar = useFoot<HTMLElement>();
  const all = allPending(pending);
  const ready = useReady();
  const waits = ready.problems + ready.undecided + ready.gone;
  const label =
    production || connection === null
      ? t("bar.save", { count: ready.edits })
      : t("bar.saveTest", { count: ready.edits });
  return (
    <section aria-label={t("bar.unsaved", { count: all.length })} className={css.foot} ref={bar}>
      <div className={css.said}>
        <span aria-hidden="true" className={css.dot} />
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
        {pasted === null || pasted.outside === 0 ? null : (
          <span className="fd-small fd-ink2">{t("bar.outside", { count: pasted.outside })}</span>
        )}
      </div>
      <div className={css.buttons}>
        {state?.failure == null ? null : <span className="fd-small fd-ink2">{t("bar.waits")}</span>}
        {ids.length === 0 ? null : <ActsMenu {...props} />}
        <span className="fd-small fd-ink2">
          <Keys>{shortcutLabel("undo")}</Keys>
        </span>
        <Button onClick={() => void props.edits.discard()}>{t("bar.discard")}</Button>
        <Button onClick={props.onSave} variant="filled">
          {label}
        </Button>
        <Keys>{shortcutLabel("saveChanges")}</Keys>
      </div>
    </section>
  );
}

function ChosenBar(props: Props) {
  const { t } = useTranslation("machines");
  const { rows, readOnly, on, chosen } = props;
  const { ids, hidden } = useChosen(rows);
  const detail = hidden > 0 ? t("bar.hidden", { count: hidden }) : t("bar.ofShown", { count: rows.shown.length });
  const showAll = () =>
    setView({ search: "", view: "all", filters: [], ownView: null, folded: new Set(), range: null });
  const buttons: ReactNode =
    readOnly || ids.length === 0 ? null : (
      <>
        <Button leftSection={<StateIcon state="blocked" />} onClick={() => on.block(chosen())}>
          {t("bar.block")}
        </Button>
        <Button onClick={() => on.release(chosen())}>{t("bar.unblock")}</Button>
        <Button onClick={() => on.fuel(chosen())}>{t("bar.fuel")}</Button>
        <Button onClick={() => on.edit(chosen())}>{t("bar.edit")}</Button>
        <ActsMenu {...props} />
      </>
    );
  return (
    <SelectionBar count={ids.length} detail={detail} onClear={() => tickOnly([])}>
      {hidden === 0 ? null : <Button onClick={showAll}>{t("bar.showHidden")}</Button>}
      {buttons}
    </SelectionBar>
  );
}

function ActsMenu({ on, chosen, door }: Props) {
  const { t } = useTranslation("machines");
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button aria-label={t("bar.more")} px="xs">
          <Icon name="more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => on.block(chosen())}>{t("bar.block")}</Menu.Item>
        <Menu.Item onClick={() => on.release(chosen())}>{t("bar.unblock")}</Menu.Item>
        <Menu.Item onClick={() => on.fuel(chosen())}>{t("bar.fuel")}</Menu.Item>
        <Menu.Item onClick={() => on.edit(chosen())}>{t("bar.edit")}</Menu.Item>
        <Menu.Item onClick={() => door.current.fillDown()}>{t("bar.fillDown")}</Menu.Item>
        <Menu.Item onClick={() => on.setActive(chosen(), true)}>{t("bar.activate")}</Menu.Item>
        <Menu.Item onClick={() => on.setActive(chosen(), false)}>{t("bar.deactivate")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
