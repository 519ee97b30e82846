/** Brings a spreadsheet in without surprises: the file, its columns, old and new of each cell, and what became of each row. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useDropHere } from "../../drops";
import { useFocusHome } from "../../focus-home";
import { useShortcut } from "../../keyboard";
import { FailureNote, GuideLink, Icon, Note, StateIcon } from "../../parts";
import { takeDropped } from "../dropped";
import { useKind } from "../kind";
import { UndoLeft } from "../panels/UndoLeft";
import screen from "../screen.module.css";
import { useRun } from "../use-run";
import { useUndoLast } from "../use-undo-last";
import { CheckStep } from "./CheckStep";
import { ColumnsStep } from "./ColumnsStep";
import css from "./importing.module.css";
import { ResultStep } from "./ResultStep";
import { type Step, useImport } from "./use-import";

const steps: readonly Step[] = ["file", "columns", "check", "result"];

export function ImportScreen() {
  const { t } = useTranslation("records");
  const { resource, to, guide, useFollowed, useReadOnly } = useKind();
  useFollowed();
  const navigate = useNavigate();
  const flow = useImport();
  const acts = useRun(flow.setFailure);
  const undo = useUndoLast(acts, flow.report?.batch.id ?? null);
  useShortcut("undo", undo);
  const readOnly = useReadOnly();
  useDropHere(({ dropId }, pass) => void flow.drop(dropId, pass), {
    enabled: flow.step === "file" && !readOnly,
    middle: () => ({ title: t(`drop.import.${resource}`), hint: t("drop.importHint") }),
  });
  const { drop, step: current } = flow;
  const page = useRef<HTMLDivElement>(null);
  const toStep = useCallback(() => page.current?.querySelector<HTMLElement>("[aria-current=step]")?.focus(), []);
  useFocusHome(page, toStep);
  // The button of a step leaves with it: the keyboard goes on from the name of the next one.
  useEffect(() => {
    if (current !== "file") toStep();
  }, [current, toStep]);
  const now = steps.indexOf(flow.step);
  useEffect(() => {
    const dropped = takeDropped();
    if (dropped !== null) void drop(dropped.dropId, dropped.pass);
  }, [drop]);
  return (
    <div className={css.screen} ref={page}>
      <header className={screen.head}>
        <div className={screen.titles}>
          <Button leftSection={<Icon name="left" />} onClick={() => void navigate({ to })} size="xs" variant="subtle">
            {t(`title.${resource}`)}
          </Button>
          <h1 className="fd-page" id="import-title">
            {flow.file === null ? t(`import.title.${resource}`) : t("import.titleOf", { name: flow.file.name })}
          </h1>
        </div>
        <ol aria-label={t("import.steps")} className={css.steps}>
          {steps.map((step, at) => (
            <li
              aria-current={step === flow.step ? "step" : undefined}
              className={step === flow.step ? css.stepOn : at < now ? css.stepDone : ""}
              key={step}
              tabIndex={-1}
            >
              <span className={css.stepNumber}>{at < now ? <StateIcon state="sent" /> : at + 1}</span>
              {t(`import.step.${step}`)}
              {at < now ? <span className="fd-heard">{t("import.stepDone")}</span> : null}
            </li>
          ))}
        </ol>
      </header>
      {flow.step === "result" ? <UndoLeft acts={acts} className={screen.notes} onFailure={flow.setFailure} /> : null}
      {flow.failure === null ? null : (
        <div className={screen.notes}>
          <FailureNote failure={flow.failure} />
        </div>
      )}
      {readOnly ? (
        <div className={screen.notes}>
          <Note kind="info">{t("readOnly")}</Note>
        </div>
      ) : flow.step === "file" ? (
        <div className={css.file}>
          <p className="fd-title">{t("import.choose")}</p>
          <p className="fd-ink2">
            {t("import.kinds")} <GuideLink to={`${guide}#import`} />
          </p>
          <Button loading={flow.busy} onClick={() => void flow.pick()} variant="filled">
            {t("import.pick")}
          </Button>
        </div>
      ) : null}
      {flow.step === "columns" && flow.look !== null ? <ColumnsStep flow={flow} look={flow.look} /> : null}
      {flow.step === "check" && flow.plan !== null ? (
        <CheckStep acts={acts} flow={flow} onUndo={undo} plan={flow.plan} />
      ) : null}
      {flow.step === "result" && flow.report !== null ? (
        <ResultStep acts={acts} flow={flow} report={flow.report} />
      ) : null}
    </div>
  );
}
