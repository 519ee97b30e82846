/** Preview of an import, row by row, and the button that applies it. */

import { Button, Checkbox } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ImportPlan, type ImportShow, useBridge } from "../../../ipc";
import { inSentence } from "../../formats";
import { useShortcut } from "../../keyboard";
import { Note, StateIcon, useKeptPlaces, useLeft } from "../../parts";
import { useFormats } from "../../use-formats";
import { useKind } from "../kind";
import { progressOf } from "../progress";
import { useGuarded } from "../use-guarded";
import type { RecordActs } from "../use-run";
import { CheckFilters } from "./CheckFilters";
import { CheckFoot } from "./CheckFoot";
import { counted, sent, toggled, usesFile } from "./file-values";
import { filledBy } from "./filled";
import css from "./importing.module.css";
import { answersOf, groupRows, type Kept, offersIn } from "./listed";
import { RowsTable } from "./RowsTable";
import { useAnswers } from "./use-answers";
import type { Import } from "./use-import";

const page = 200;

/** Counts of rows and characters that cannot be seen in the file. */
const unseen = ({ hidden = 0, cleaned = 0 }: ImportPlan["totals"]) =>
  [
    { key: "import.hiddenRows", count: hidden } as const,
    { key: "import.cleanedNumbers", count: cleaned } as const,
  ].filter(({ count }) => count > 0);

type Props = {
  flow: Import;
  plan: ImportPlan;
  acts: RecordActs;
  /** Runs for Ctrl Z where no answer is given. */
  onUndo: () => void;
};

export function CheckStep({ flow, plan, acts, onUndo }: Props) {
  const { t } = useTranslation("records");
  const bridge = useBridge();
  const formats = useFormats();
  const { production, company } = useGuarded();
  const { resource, fields } = useKind();
  const progress = progressOf(resource);
  const told = progress((store) => store.told);
  const [show, setShownOnly] = useState<ImportShow>("all");
  const [onlyChanging, setOnlyChanging] = useState(true);
  const [limit, setLimit] = useState(page);
  const table = useRef<HTMLTableElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { places, hold, settle } = useKeptPlaces<Kept>();
  useLeft(box, settle);
  const { totals } = plan;
  const { fileValues, setFileValues } = flow;
  const { allValues } = flow.options;
  const chosen = counted(fileValues, totals);
  const going = totals.create + totals.update + chosen.only;
  const rows = useQuery({
    queryKey: [resource, "import", plan.planId, show, String(limit)],
    // With what was decided in them: an answer is said when its row is read again.
    queryFn: async () => {
      const list = await bridge.importRows(plan.planId, show, 0, limit);
      const offers = offersIn(list);
      // A repair for all is one for those that are not shown, too.
      const isWhole = offers.length === 0 || list.filter(({ action }) => action === "bad").length >= totals.bad;
      const all = isWhole ? offers : offersIn(await bridge.importRows(plan.planId, "bad", 0, totals.bad));
      return { list, offers: all, options: flow.options };
    },
    placeholderData: keepPreviousData,
  });
  const shown = rows.data?.list ?? [];
  const groups = groupRows(shown, places);
  const answers = useAnswers(flow, groups, hold, plan.missing.length === 0, fields.number);
  useShortcut("undo", () => void ((told === null && answers.undoLast()) || onUndo()));
  const setShow = (wanted: ImportShow) => {
    setShownOnly(wanted);
    settle();
  };
  const bad = shown.filter(({ action }) => action === "bad");
  const sought = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first bad row is there when the rows are
  useEffect(() => {
    if (!sought.current || show !== "bad" || rows.isPlaceholderData) return;
    sought.current = false;
    toBad();
  }, [rows.data, rows.isPlaceholderData]);
  const apply = async () => {
    // The key pressed twice would import twice: the second result, of which nothing is left to undo, would be shown.
    if (going === 0 || flow.busy || progress.getState().running) return;
    const report = await acts.run({
      call: () => bridge.applyImport(plan.planId, sent(fileValues)),
      said: ({ batch }) => t("done.import", { count: batch.totals.saved }),
    });
    if (report !== null) flow.done(report);
  };
  useShortcut("mainButton", () => void apply());
  const toBad = () => {
    const all = [...(table.current?.querySelectorAll<HTMLElement>("tr[data-bad]") ?? [])];
    const here = document.activeElement?.closest("tr") ?? null;
    const isBelow = (row: Node) =>
      here !== null && here.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
    const next = all.find(isBelow) ?? all[0];
    (next?.querySelector("button") ?? next)?.focus();
  };
  useShortcut("nextProblem", () => {
    if (bad.length === totals.bad || show === "bad") return toBad();
    // A long file: the bad rows are further down than what was fetched.
    sought.current = true;
    setShow("bad");
  });
  const counts = { ...totals, all: totals.rows, unchanged: totals.unchanged - totals.onlyChangedSince };
  const total = counts[show];
  return (
    <>
      <CheckFilters
        counts={counts}
        hasExport={plan.exportedAt !== null}
        onOnlyChanging={setOnlyChanging}
        onShow={setShow}
        onlyChanging={onlyChanging}
        show={show}
      />
      {plan.exportedAt === null && !allValues ? null : (
        <div className={css.notes}>
          <Note
            actions={
              <Button onClick={() => void flow.check({ ...flow.options, allValues: !allValues })} size="xs">
                {t(allValues ? "import.onlyChangedValues" : "import.everyValue")}
              </Button>
            }
            kind="info"
          >
            {plan.exportedAt === null
              ? t("import.notCompared")
              : t("import.compared", { time: inSentence(formats.stamp(plan.exportedAt)) })}
          </Note>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard */}
      <div className={css.tableBox} ref={box} tabIndex={0}>
        <RowsTable
          answers={answers}
          decided={(row) => (rows.data === undefined ? [] : answersOf(rows.data.options, row, fields.number))}
          // The columns stay with the rows.
          fields={filledBy(
            fields,
            plan.columns,
            shown.map((row) => places.get(row.row)?.row ?? row),
            onlyChanging,
          )}
          groups={groups}
          offers={rows.data?.offers ?? []}
          onUseFile={(row) => setFileValues(toggled(fileValues, row))}
          places={places}
          since={
            <span className={css.line}>
              <StateIcon state="needsDecision" />
              <b>{t("import.sinceRows", { count: totals.changedSince })}</b>
              <span className="fd-small">{t("import.sinceStays")}</span>
              <Checkbox
                checked={chosen.rows === totals.changedSince}
                indeterminate={chosen.rows > 0 && chosen.rows < totals.changedSince}
                label={t("import.useFileAll", { count: totals.changedSince })}
                onChange={(event) => setFileValues({ all: event.currentTarget.checked, except: new Map() })}
                size="xs"
              />
            </span>
          }
          noneSkipped={totals.bad === 0}
          skipped={
            <span className={css.line}>
              {totals.bad === 0 ? (
                <>
                  <StateIcon state="sent" />
                  <b>{t("import.noErrorsLeft")}</b>
                </>
              ) : (
                <>
                  <StateIcon state="failed" />
                  <b>{t("import.skipped", { count: totals.bad })}</b>
                  <span className="fd-small">{t("import.othersImported", { count: going })}</span>
                  <Button onClick={flow.saveBad} size="xs">
                    {t("import.saveErrors", { count: totals.bad })}
                  </Button>
                </>
              )}
            </span>
          }
          table={table}
          usesFile={(row) => usesFile(fileValues, row)}
        />
        {shown.length < total ? (
          <Button onClick={() => setLimit((now) => now + 1_000)} variant="subtle">
            {t("import.more", { count: total - shown.length })}
          </Button>
        ) : null}
      </div>
      {unseen(totals).map(({ key, count }) => (
        <div className={css.notes} key={key}>
          <Note kind="info">{t(key, { count })}</Note>
        </div>
      ))}
      {resource === "machines" && totals.create > 0 && plan.columns.every(({ field }) => field !== "active") ? (
        <div className={css.notes}>
          <Note kind="info">{t("import.newInactive", { count: totals.create })}</Note>
        </div>
      ) : null}
      {production && going > 0 ? (
        <div className={css.notes}>
          <Note kind="info">{t(`production.change.${resource}`, { count: going, company })}</Note>
        </div>
      ) : null}
      <CheckFoot
        acts={acts}
        canApply={going > 0 && !flow.busy}
        going={going}
        onApply={() => void apply()}
        onBack={flow.back}
      />
    </>
  );
}
