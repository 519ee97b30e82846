/** The question before an act on many records, where the bar at the bottom stands. */

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon, useFoot } from "../../parts";
import { ask, type Question, useQuestion } from "../ask";
import css from "../screen.module.css";
import { sameIds } from "../selection";

/** The question that waits; it ends where other records are ticked than those it is about. */
export function useWaiting(ids: readonly string[]): Question | null {
  const question = useQuestion((store) => store.question);
  const ticked = question?.ticked ?? null;
  useEffect(() => {
    if (ticked !== null && !sameIds(ticked, ids)) ask(null);
  }, [ticked, ids]);
  // Left without an answer: it is not asked again on return.
  useEffect(() => () => ask(null), []);
  return question;
}

export function QuestionBar() {
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
