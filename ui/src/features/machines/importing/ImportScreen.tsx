/** Brings a spreadsheet in without surprises: the file, its columns, old and new of each cell, and what became of each row. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useDropHere } from "../../../shared/drops";
import { FailureNote, GuideLink, Icon, Note, StateIcon } from "../../../shared/parts";
import { useFollowProgress } from "../actions/progress";
import { useActs } from "../actions/use-acts";
import { takeDropped } from "../dropped";
import { useFeed } from "../fleet/feed";
import { useFleet } from "../fleet/store";
import { useLayout } from "../fleet/use-layout";
import { Result } from "../panels/Result";
import screen from "../screen.module.css";
import { CheckStep } from "./CheckStep";
import { ColumnsStep } from "./ColumnsStep";
import css from "./importing.module.css";
import { type Step, useImport } from "./use-import";

const steps: readonly Step[] = ["file", "columns", "check", "result"];

export function ImportScreen() {
  const { t } = useTranslation("machines");
  useFeed();
  useLayout();
  useFollowProgress();
  const navigate = useNavigate();
  const flow = useImport();
  const acts = useActs(flow.setFailure);
  const readOnly = useFleet((fleet) => fleet.state?.readOnly ?? false);
  useDropHere(({ dropId }, pass) => void flow.drop(dropId, pass), {
    enabled: flow.step === "file" && !readOnly,
    middle: () => ({ title: t("drop.import"), hint: t("drop.importHint") }),
  });
  const { drop } = flow;
  const now = steps.indexOf(flow.step);
  useEffect(() => {
    const dropped = takeDropped();
    if (dropped !== null) void drop(dropped.dropId, dropped.pass);
  }, [drop]);
  return (
    <div className={css.screen}>
      <header className={screen.head}>
        <div className={screen.titles}>
          <Button
            leftSection={<Icon name="left" />}
            onClick={() => void navigate({ to: "/machines" })}
            size="xs"
            variant="subtle"
          >
            {t("title")}
          </Button>
          <h1 className="fd-page" id="import-title">
            {flow.file === null ? t("import.title") : t("import.titleOf", { name: flow.file.name })}
          </h1>
        </div>
        <ol aria-label={t("import.steps")} className={css.steps}>
          {steps.map((step, at) => (
            <li
              aria-current={step === flow.step ? "step" : undefined}
              className={step === flow.step ? css.stepOn : at < now ? css.stepDone : ""}
              key={step}
            >
              <span className={css.stepNumber}>{at < now ? <StateIcon state="sent" /> : at + 1}</span>
              {t(`import.step.${step}`)}
              {at < now ? <span className="fd-heard">{t("import.stepDone")}</span> : null}
            </li>
          ))}
        </ol>
      </header>
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
            {t("import.kinds")} <GuideLink to="machines#import" />
          </p>
          <Button loading={flow.busy} onClick={() => void flow.pick()} variant="filled">
            {t("import.pick")}
          </Button>
        </div>
      ) : null}
      {flow.step === "columns" && flow.look !== null ? <ColumnsStep flow={flow} look={flow.look} /> : null}
      {flow.step === "check" && flow.plan !== null ? (
        <CheckStep acts={acts} flow={flow} key={flow.plan.planId} plan={flow.plan} />
      ) : null}
      {flow.step === "result" && flow.report !== null ? (
        <div className={css.result}>
          <Result acts={acts} onShow={() => void navigate({ to: "/machines" })} report={flow.report} />
          {flow.plan === null || flow.plan.totals.bad === 0 ? null : (
            <p className={css.line}>
              <StateIcon state="failed" />
              <b>{t("import.wereSkipped", { count: flow.plan.totals.bad })}</b>
              <Button onClick={flow.saveBad}>{t("import.saveErrors", { count: flow.plan.totals.bad })}</Button>
            </p>
          )}
          <Button onClick={() => void navigate({ to: "/machines" })} variant="filled">
            {t("import.toMachines")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
