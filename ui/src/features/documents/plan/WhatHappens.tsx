/** Outcome of a file, and the answers it waits for. The row that the keyboard is on shows their numbers. */

import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DropPlan, PlanRow } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { inSentence } from "../../../shared/formats";
import { Icon, type IconName, Keys, MiddleEllipsis, StateIcon, StateText } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { type Decision, decisionsOf, isOfSeveral } from "./decisions";
import { canSend, isTicked, needsChoice } from "./model";
import css from "./plan.module.css";
import type { PlanState } from "./use-plan";

type Props = {
  row: PlanRow;
  plan: DropPlan;
  state: Pick<PlanState, "compare" | "ticks">;
  likely: readonly string[];
  active: boolean;
  onDecide: (decision: Decision) => void;
};

export function WhatHappens(props: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const { row } = props;
  const saving = row.stillSaving && !needsChoice(row) && canSend(row);
  // The outcome stays in its place when the file is whole: an open menu of answers stays open.
  return (
    <span className={css.saving} title={saving ? t("stillSaving", { name: row.shownName }) : undefined}>
      <Outcome {...props} />
      {saving ? <Saving beside={row.what !== "new"} /> : null}
    </span>
  );
}

/** The note that a program is still writing the file: a sign alone beside a longer outcome, which takes the room. */
function Saving({ beside }: { beside: boolean }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  if (!beside) return <StateText state="waiting">{t("stillSavingShort")}</StateText>;
  return (
    <span>
      <StateIcon state="waiting" />
      <span className="fd-heard">{t("stillSavingShort")}</span>
    </span>
  );
}

function Outcome(props: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const failureWords = useFailureWords();
  const { row } = props;
  switch (row.what) {
    case "new":
      return <Effect icon="plus" look={css.isNew} words={t("new")} />;
    case "alreadyThere":
      return <Effect icon="tick" look={css.isThere} words={t("alreadyThere")} />;
    case "checking":
      return <StateText state="working">{t("checking")}</StateText>;
    case "unreadable":
      return (
        <span className={css.cut} title={row.failure ? failureWords(row.failure).sentence : undefined}>
          <StateText state="failed">{t(stoppedBy(row))}</StateText>
        </span>
      );
    case "nameRefused":
      if (row.safeName === null) return <StateText state="failed">{t("nameRefused")}</StateText>;
      return <Answers {...props} />;
    case "sameNameTwice":
      if (isTicked(row, props.state.ticks)) return <Effect icon="plus" look={css.isNew} words={t("new")} />;
      return <Answers {...props} />;
    case "chooseSection":
      return props.likely.length > 0 ? (
        <Sections {...props} />
      ) : (
        <StateText state="needsDecision">{t("noSection")}</StateText>
      );
    default:
      return <AnswerMenu {...props} />;
  }
}

/** Why a file cannot go, short enough for its cell; the whole sentence is in the tooltip. */
function stoppedBy({ failure }: PlanRow): "vanished" | "tooLarge" | "unreadable" {
  if (failure?.kind === "fileVanished") return "vanished";
  return failure?.kind === "tooLarge" ? "tooLarge" : "unreadable";
}

function Effect({ icon, look, words }: { icon: IconName; look: string | undefined; words: string }) {
  return (
    <span className={`${css.effect} ${look ?? ""}`}>
      <Icon name={icon} size={15} />
      <span>{words}</span>
    </span>
  );
}

/** The words of an answer, as its button or its line of a menu says them. */
function useWords(): (decision: Decision, row: PlanRow) => string {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const formats = useFormats();
  return (decision, row) => {
    switch (decision.kind) {
      case "section":
        return decision.section;
      case "replace":
        return t("replaceThis");
      case "keepBoth":
        return t("keepBothOfThis");
      case "keepAll":
      case "uploadAnyway":
        return t(decision.kind);
      case "useName":
        return t("useName", { name: row.safeName });
      case "useForAll":
        return t("useForAll", { count: decision.rows.length });
      case "useThis":
        return t("useThis");
      case "replaceOne": {
        const { sentAt } = decision.document;
        const number = decision.place + 1;
        return sentAt === null
          ? t("uploadedElsewhere", { number })
          : t("uploadedAt", { number, time: inSentence(formats.moment(sentAt)) });
      }
    }
  };
}

const ICONS: Partial<Record<PlanRow["what"], IconName>> = { keepsBoth: "layers", beingUploaded: "send" };

/** Whether an answer is a name as it is stored, not words of the window. */
const isName = ({ kind }: Decision) => kind === "section";

/** The sections to choose from, and the word that they are sections. */
function Sections(props: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  return (
    <fieldset aria-label={t("intoSection")} className={css.into}>
      <span className="fd-small fd-ink2">{t("intoSection")}</span>
      <Answers {...props} />
    </fieldset>
  );
}

/** A button for each answer. */
function Answers({ row, plan, state, likely, active, onDecide }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const words = useWords();
  return (
    <span className={css.answers}>
      {decisionsOf(row, plan, likely).map((decision, at) => (
        <Button
          key={words(decision, row)}
          leftSection={active && at < 3 ? <Keys>{String(at + 1)}</Keys> : undefined}
          onClick={() => onDecide(decision)}
          size="compact-sm"
          tabIndex={active ? 0 : -1}
          variant={decision.kind === "useForAll" ? "subtle" : "default"}
        >
          <span className={css.name} translate={isName(decision) ? "no" : undefined}>
            <MiddleEllipsis text={words(decision, row)} />
          </span>
        </Button>
      ))}
      {row.what === "sameNameTwice" ? (
        <Button onClick={() => state.compare(row)} size="compact-sm" tabIndex={active ? 0 : -1} variant="subtle">
          {t("compare")}
        </Button>
      ) : null}
    </span>
  );
}

/** What happens as it stands, and a menu of what else could: the project has the name already. */
function AnswerMenu({ row, plan, state, likely, active, onDecide }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const words = useWords();
  const decisions = decisionsOf(row, plan, likely);
  // After an answer the list has the keyboard; a menu that was only closed gives it back to its button.
  const [givesBack, setGivesBack] = useState(true);
  const several = isOfSeveral(row);
  const chosen = decisions.find((each) => each.kind === "replaceOne" && each.document.id === row.replaceId);
  const now = outcome();
  const hint = active ? <Keys>{decisions.length === 1 ? "1" : `1–${Math.min(decisions.length, 3)}`}</Keys> : null;
  function outcome(): string {
    if (row.what === "beingUploaded") return t("beingUploaded");
    if (several && needsChoice(row)) return t("twoWithThisName", { count: row.onPage.length });
    if (row.what === "keepsBoth" || row.sameName === "keepBoth") return t("keepsBoth");
    if (row.what === "newerThere") return t("newerThere");
    if (several) return chosen ? t("replacesOne", { which: words(chosen, row) }) : t("keepsBoth");
    return t(row.what === "replaces" ? "replaces" : "replacesSomeoneElses");
  }
  return (
    <Menu onOpen={() => setGivesBack(true)} position="bottom-start" returnFocus={givesBack} withinPortal>
      <Menu.Target>
        {several ? (
          <Button
            className={css.several}
            leftSection={hint}
            rightSection={<Icon name="down" size={12} />}
            size="compact-sm"
            tabIndex={active ? 0 : -1}
          >
            <span className={css.cut} title={now}>
              {now}
            </span>
          </Button>
        ) : (
          <button
            aria-label={t("changeFor", { what: now, name: row.shownName })}
            className={css.effectButton}
            tabIndex={active ? 0 : -1}
            type="button"
          >
            <Icon name={ICONS[row.what] ?? "history"} size={15} />
            <span>{now}</span>
            {hint ?? <Icon name="down" size={12} />}
          </button>
        )}
      </Menu.Target>
      <Menu.Dropdown
        onKeyDown={(event) => {
          // The first items are the answers.
          const item = event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")[Number(event.key) - 1];
          if (!/^[1-3]$/.test(event.key) || Number(event.key) > decisions.length) return;
          event.preventDefault();
          item?.click();
        }}
      >
        {several ? <Menu.Label>{t("whichReplaced")}</Menu.Label> : null}
        {decisions.map((decision, at) => (
          <Menu.Item
            key={words(decision, row)}
            onClick={() => {
              setGivesBack(false);
              onDecide(decision);
            }}
            rightSection={at < 3 ? <Keys>{String(at + 1)}</Keys> : null}
          >
            {words(decision, row)}
          </Menu.Item>
        ))}
        {row.onPage.length === 0 && row.newer === null ? null : (
          <>
            <Menu.Divider />
            <Menu.Item
              onClick={() => {
                setGivesBack(false);
                state.compare(row);
              }}
            >
              {t("compare")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
