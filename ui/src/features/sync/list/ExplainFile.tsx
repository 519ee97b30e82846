/**
 * Answer to *Why isn't this file uploaded?*: the trail of any name: seen, ignored or not, waiting for, uploaded,
 * listed, verified.
 */

import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileTrail, failureOf } from "../../../ipc";
import { shortcutLabel } from "../../../shared/keyboard";
import { FailureNote, Icon, MiddleEllipsis, StateIcon, type StateName } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useRuleNames } from "../../../shared/use-rule-names";
import { useTrails } from "../queries";
import { useSyncWords } from "../use-words";
import css from "./side.module.css";

const SHOWN = 3;

export function ExplainFile({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation("sync", { keyPrefix: "find" });
  const [typed, setTyped] = useState("");
  const name = useDeferredValue(typed);
  const { data, error, isFetching } = useTrails(name);
  const asked = name.trim().length > 1;
  return (
    <section className={css.find}>
      {asked ? (
        <div aria-live="polite" className={css.trails}>
          {error === null ? null : <FailureNote failure={failureOf(error)} />}
          {data?.length === 0 && !isFetching ? (
            <p className="fd-small fd-ink2">{t("nothing", { name: name.trim() })}</p>
          ) : null}
          {data?.slice(0, SHOWN).map((trail) => (
            <Trail key={`${trail.folder}/${trail.section}/${trail.name}`} trail={trail} />
          ))}
        </div>
      ) : null}
      <TextInput
        ref={inputRef}
        label={t("title")}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          event.stopPropagation();
          setTyped("");
        }}
        placeholder={t("placeholder")}
        spellCheck={false}
        title={shortcutLabel("whyNotUp")}
        value={typed}
      />
    </section>
  );
}

type Step = { state: StateName; text: string };

function Trail({ trail }: { trail: FileTrail }) {
  const { t } = useTranslation("sync", { keyPrefix: "find" });
  const navigate = useNavigate();
  const steps = useSteps(trail);
  const tab = trail.file?.state === "needsDecision" ? "needs" : trail.file?.state === "inStep" ? "files" : "waiting";
  return (
    <article className={css.trail}>
      <b>
        <MiddleEllipsis text={trail.shownName} />
      </b>
      <ol className={css.items}>
        {steps.map(({ state, text }) => (
          <li key={text} className={css.step} data-state={state}>
            <StateIcon size={15} state={state} />
            <span className="fd-small">{text}</span>
          </li>
        ))}
      </ol>
      <button
        className={css.link}
        onClick={() => void navigate({ to: "/folders/$folder/$tab", params: { folder: trail.folder, tab } })}
        type="button"
      >
        {t("goTo", { folder: trail.folderName })}
      </button>
    </article>
  );
}

function useSteps({ seen, ignoredBy, refused, refusedStatus, waitsForAnswer, onPage, file }: FileTrail): Step[] {
  const { t } = useTranslation("sync", { keyPrefix: "find" });
  const { t: failures } = useTranslation("failures");
  const { why } = useSyncWords();
  const formats = useFormats();
  const ruleName = useRuleNames(ignoredBy === null ? [] : [ignoredBy]);
  const steps: Step[] = [
    { state: seen.length > 0 ? "sent" : "offline", text: t(seen.length > 0 ? "seen" : "notSeen") },
  ];
  if (ignoredBy !== null) return [...steps, { state: "ignored", text: t("ignored", { rule: ruleName(ignoredBy) }) }];
  if (seen.length > 0) steps.push({ state: "sent", text: t("notIgnored") });
  if (refusedStatus === 413) steps.push({ state: "failed", text: failures("tooLarge.sentence") });
  else if (refused !== null) steps.push({ state: "failed", text: t("refused", { message: refused }) });
  if (waitsForAnswer) steps.push({ state: "waiting", text: t("answer") });
  if (file !== null && file.state !== "inStep") steps.push({ state: file.state, text: why(file) });
  if (file?.sent) steps.push({ state: "sent", text: t("uploaded", { time: formats.clock(file.sent) }) });
  if (onPage > 1) steps.push({ state: "needsDecision", text: t("inProjectTimes", { count: onPage }) });
  else if (onPage === 1) steps.push({ state: "listed", text: t("inProject") });
  else steps.push({ state: "offline", text: t("notInProject") });
  if (file?.verified) steps.push({ state: "verified", text: t("verified", { time: formats.clock(file.verified) }) });
  return steps;
}
