/** The wizard: which folder, to whom, which section, and what will happen. Nothing is sent before its last button. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useDropHere } from "../../../shared/drops";
import { asksToClose } from "../../../shared/escape";
import { useFocusHome } from "../../../shared/focus-home";
import { FailureNote, GuideLink, Icon } from "../../../shared/parts";
import { StepFolder } from "./StepFolder";
import { StepPlan } from "./StepPlan";
import { StepSection } from "./StepSection";
import { StepTarget } from "./StepTarget";
import { type Step, steps, useDraft, useWizard } from "./use-wizard";
import css from "./wizard.module.css";

export function WizardScreen() {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const navigate = useNavigate();
  const wizard = useWizard();
  const title = useRef<HTMLHeadingElement>(null);
  const screen = useRef<HTMLElement>(null);
  const { takeDrop, dropped } = wizard;
  useEffect(() => title.current?.focus(), []);
  // The button of a step leaves with it: the next one begins at its heading, unless a field of it takes the keyboard.
  useFocusHome(screen, () => screen.current?.querySelector<HTMLElement>("[aria-current=step] h2")?.focus());
  useEffect(() => {
    if (dropped === null) return;
    useDraft.setState({ dropped: null });
    takeDrop(dropped);
  }, [dropped, takeDrop]);
  useDropHere(({ dropId }) => takeDrop(dropId));
  // The draft is kept: whoever comes back goes on where it was left.
  const leave = () => void navigate({ to: "/folders" });
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (asksToClose(event)) void navigate({ to: "/folders" });
    };
    window.addEventListener("keydown", onEscape);
    return () => window.removeEventListener("keydown", onEscape);
  }, [navigate]);
  const { enter } = wizard;
  useEffect(() => {
    if (enter === null) return;
    const onEnter = (event: KeyboardEvent) => {
      if (!isIdleEnter(event, screen.current)) return;
      event.preventDefault();
      enter();
    };
    window.addEventListener("keydown", onEnter);
    return () => window.removeEventListener("keydown", onEnter);
  });

  return (
    <section aria-labelledby="wizard-title" className={css.screen} ref={screen}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1 ref={title} className="fd-page" id="wizard-title" tabIndex={-1}>
            {t("title")}
          </h1>
          <p className="fd-small fd-ink2">
            {t("nothingUploaded")} <GuideLink to="folders#add" />
          </p>
        </div>
        <Button onClick={leave}>{t("cancel")}</Button>
      </header>
      <div className={css.body}>
        {wizard.failure === null ? null : <FailureNote failure={wizard.failure} />}
        <ol className={css.steps}>
          {steps.map((step, at) => (
            <StepFrame key={step} answer={wizard.answers[step]} at={at} step={step} wizard={wizard}>
              {step === "folder" ? <StepFolder wizard={wizard} /> : null}
              {step === "target" ? <StepTarget wizard={wizard} /> : null}
              {step === "section" ? <StepSection wizard={wizard} /> : null}
              {step === "plan" ? <StepPlan wizard={wizard} /> : null}
            </StepFrame>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Enter alone, pressed on a heading of the wizard or on nothing; a key that is held does not walk through the steps. */
function isIdleEnter(event: KeyboardEvent, screen: HTMLElement | null): boolean {
  const { key, repeat, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey, target } = event;
  if (key !== "Enter" || repeat || defaultPrevented || ctrlKey || altKey || metaKey || shiftKey) return false;
  if (!(target instanceof Element) || document.querySelector("[role=dialog]") !== null) return false;
  return target.matches("body, main") || (target.matches("h1, h2") && screen?.contains(target) === true);
}

type FrameProps = {
  step: Step;
  at: number;
  answer: string;
  wizard: ReturnType<typeof useWizard>;
  children: ReactNode;
};

/** A step: open, answered as one line that goes back to it, or not reached yet. */
function StepFrame({ step, at, answer, wizard, children }: FrameProps) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const now = steps.indexOf(wizard.step);
  const state = at === now ? "open" : at < now ? "done" : "later";
  return (
    <li aria-current={state === "open" ? "step" : undefined} className={css.step} data-state={state}>
      <span aria-hidden="true" className={css.number}>
        {state === "done" ? <Icon name="tick" size={14} /> : at + 1}
      </span>
      <div className={css.stepBody}>
        {state === "done" ? (
          <button
            aria-label={t("done", { step: t(`step.${step}`) })}
            className={css.answer}
            onClick={() => wizard.go(step)}
            type="button"
          >
            <span className={css.answerTitle}>{t(`step.${step}`)}</span>
            <span className={css.answerText}>{answer}</span>
          </button>
        ) : (
          <h2 className="fd-title" tabIndex={-1}>
            {t(`step.${step}`)}
          </h2>
        )}
        {state === "open" ? children : null}
      </div>
    </li>
  );
}
