/** What happens with a file, and the answers it waits for. */

import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DropPlan, PlanRow } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { inSentence } from "../../../shared/formats";
import { Icon, type IconName, StateText } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { canSend, needsChoice, withSafeName } from "./model";
import css from "./plan.module.css";
import type { PlanState } from "./use-plan";

type Props = { row: PlanRow; plan: DropPlan; state: PlanState; likely: string[] };

export function WhatHappens(props: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const { row } = props;
  if (!row.stillSaving || needsChoice(row) || !canSend(row)) return <Outcome {...props} />;
  return (
    <span className={css.saving} title={t("stillSaving", { name: row.shownName })}>
      <Outcome {...props} />
      <StateText state="waiting">{t("stillSavingShort")}</StateText>
    </span>
  );
}

function Outcome({ row, plan, state, likely }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const failureWords = useFailureWords();
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
    case "replaces":
    case "replacesSomeoneElses":
    case "keepsBoth":
      return <SameName row={row} state={state} />;
    case "twoWithThisName":
      return <WhichOne row={row} state={state} />;
    case "chooseSection":
      return (
        <span className={css.answers}>
          {likely.map((section) => (
            <Button key={section} onClick={() => state.change([row], { section })} size="compact-sm" tabIndex={-1}>
              {section}
            </Button>
          ))}
        </span>
      );
    case "sameNameTwice":
      return (
        <Button onClick={() => state.tick([row], true)} size="compact-sm" tabIndex={-1}>
          {row.folder === null ? t("useThis") : t("use", { name: row.folder })}
        </Button>
      );
    case "nameRefused":
      return <SafeName plan={plan} row={row} state={state} />;
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

/** Replace or keep both: the answer for this file alone. */
function SameName({ row, state }: { row: PlanRow; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const words = t(
    row.what === "keepsBoth" ? "keepsBoth" : row.what === "replaces" ? "replaces" : "replacesSomeoneElses",
  );
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          aria-label={t("changeFor", { what: words, name: row.shownName })}
          className={css.effectButton}
          tabIndex={-1}
          type="button"
        >
          <Icon name={row.what === "keepsBoth" ? "layers" : "history"} size={15} />
          <span>{words}</span>
          <Icon name="down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => state.change([row], { sameName: "replace" })}>{t("replaceThis")}</Menu.Item>
        <Menu.Item onClick={() => state.change([row], { sameName: "keepBoth" })}>{t("keepBothOfThis")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Several documents on the page have this name already: which of them goes? */
function WhichOne({ row, state }: { row: PlanRow; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const formats = useFormats();
  const at = row.onPage.findIndex((document) => document.id === row.replaceId);
  const chosen = row.onPage[at];
  const nameOf = (sentAt: string | null, place: number) =>
    sentAt === null
      ? t("uploadedElsewhere", { number: place + 1 })
      : t("uploadedAt", { time: inSentence(formats.moment(sentAt)) });
  const words = needsChoice(row)
    ? t("twoWithThisName", { count: row.onPage.length })
    : row.sameName === "keepBoth" || !chosen
      ? t("keepsBoth")
      : t("replacesOne", { which: nameOf(chosen.sentAt, at) });
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button rightSection={<Icon name="down" size={12} />} size="compact-sm" tabIndex={-1}>
          {words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("whichReplaced")}</Menu.Label>
        {row.onPage.map((document, place) => (
          <Menu.Item
            key={document.id}
            onClick={() => state.change([row], { replaceId: document.id, sameName: "replace" })}
          >
            {nameOf(document.sentAt, place)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => state.change([row], { sameName: "keepBoth" })}>{t("keepAll")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The service or Windows would refuse the name: the safe one is proposed, also for all others like it. */
function SafeName({ row, plan, state }: { row: PlanRow; plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.what" });
  const others = withSafeName(plan.rows);
  if (row.safeName === null) return <StateText state="failed">{t("nameRefused")}</StateText>;
  return (
    <span className={css.answers}>
      <Button
        onClick={() => state.change([row], { useSafeName: true })}
        size="compact-sm"
        tabIndex={-1}
        title={row.safeName}
      >
        <span className={css.cut}>{t("useName", { name: row.safeName })}</span>
      </Button>
      {others.length > 1 ? (
        <Button
          onClick={() => state.change(others, { useSafeName: true })}
          size="compact-sm"
          tabIndex={-1}
          variant="subtle"
        >
          {t("useForAll", { count: others.length })}
        </Button>
      ) : null}
    </span>
  );
}
