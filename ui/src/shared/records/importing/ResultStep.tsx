/** Results of the rows of an import, and the way to the list. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { BatchReport } from "../../../ipc";
import { StateIcon, useFoot } from "../../parts";
import { useKind } from "../kind";
import { Result } from "../panels/Result";
import type { RecordActs } from "../use-run";
import { counted } from "./file-values";
import css from "./importing.module.css";
import type { Import } from "./use-import";

export function ResultStep({ flow, report, acts }: { flow: Import; report: BatchReport; acts: RecordActs }) {
  const { t } = useTranslation("records");
  const foot = useFoot<HTMLElement>();
  const { resource, to } = useKind();
  const navigate = useNavigate();
  const toList = () => void navigate({ to });
  const totals = flow.plan?.totals;
  const bad = totals?.bad ?? 0;
  const kept = totals === undefined ? 0 : totals.changedSince - counted(flow.fileValues, totals).rows;
  return (
    <>
      <div className={css.result}>
        <Result acts={acts} onShow={toList} report={report} />
        {bad === 0 ? null : (
          <p className={css.line}>
            <StateIcon state="failed" />
            <b>{t("import.wereSkipped", { count: bad })}</b>
            <Button onClick={flow.saveBad}>{t("import.saveErrors", { count: bad })}</Button>
          </p>
        )}
        {kept === 0 ? null : (
          <p className={css.line}>
            <StateIcon state="needsDecision" />
            <b>{t("import.wereKept", { count: kept })}</b>
          </p>
        )}
      </div>
      <footer className={css.foot} ref={foot}>
        <span className={css.grow} />
        <Button onClick={toList} variant="filled">
          {t(`import.toList.${resource}`)}
        </Button>
      </footer>
    </>
  );
}
