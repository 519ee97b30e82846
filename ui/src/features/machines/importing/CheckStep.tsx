/** What the import would do, row by row: old and new of each cell, bad rows apart with what repairs them. */

import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ImportPlan, type ImportRow, type ImportShow, useBridge } from "../../../ipc";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { FilterPill, GuideLink, Icon, Keys, Meter, Note, StateIcon } from "../../../shared/parts";
import { useProgress } from "../actions/progress";
import type { Acts } from "../actions/use-acts";
import { useGuarded } from "../actions/use-guarded";
import { useProblemWords } from "../actions/use-problem-words";
import { useShowing } from "../fleet/use-showing";
import { type FieldName, isColumn } from "../model/fields";
import { showValue } from "../model/show";
import css from "./importing.module.css";
import type { Import } from "./use-import";

const page = 200;

export function CheckStep({ flow, plan, acts }: { flow: Import; plan: ImportPlan; acts: Acts }) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const { production, company } = useGuarded();
  const told = useProgress((store) => store.told);
  const [show, setShow] = useState<ImportShow>("all");
  const [limit, setLimit] = useState(page);
  const table = useRef<HTMLTableElement>(null);
  const { totals } = plan;
  const going = totals.create + totals.update;
  const rows = useQuery({
    queryKey: ["machines", "import", plan.planId, show, String(limit)],
    queryFn: () => bridge.importRows(plan.planId, show, 0, limit),
    placeholderData: keepPreviousData,
  });
  const shown = rows.data ?? [];
  const bad = shown.filter(({ action }) => action === "bad");
  const rest = shown.filter(({ action }) => action !== "bad");
  const sought = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first bad row is there when the rows are
  useEffect(() => {
    if (!sought.current || show !== "bad" || rows.isPlaceholderData) return;
    sought.current = false;
    toBad();
  }, [rows.data, rows.isPlaceholderData]);
  const apply = async () => {
    if (going === 0 || told !== null) return;
    const report = await acts.run({
      call: () => bridge.applyImport(plan.planId),
      said: ({ batch }) => t("done.import", { count: batch.totals.saved }),
    });
    if (report !== null) flow.done(report);
  };
  useShortcut("mainButton", () => void apply());
  const toBad = () => {
    const all = [...(table.current?.querySelectorAll<HTMLElement>("tr[data-bad]") ?? [])];
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = all[(at + 1) % Math.max(1, all.length)];
    (next?.querySelector("button") ?? next)?.focus();
  };
  useShortcut("nextProblem", () => {
    if (bad.length === totals.bad || show === "bad") return toBad();
    // A long file: the bad rows are further down than what was fetched.
    sought.current = true;
    setShow("bad");
  });
  const repair = (row: number, field: string | null, text: string | null) => {
    const { options } = flow;
    const others = options.repairs.filter((each) => each.row !== row || each.field !== field);
    void flow.check({ ...options, repairs: [...others, { row, field, text }] });
  };
  const total = show === "all" ? totals.rows : totals[show];
  return (
    <>
      <div className={css.tools}>
        <FilterPill count={totals.rows} label={t("import.all")} on={show === "all"} onToggle={() => setShow("all")} />
        <FilterPill
          count={totals.update}
          label={t("import.changed")}
          on={show === "update"}
          onToggle={() => setShow("update")}
        />
        <FilterPill
          count={totals.create}
          label={t("import.new")}
          on={show === "create"}
          onToggle={() => setShow("create")}
        />
        <FilterPill
          count={totals.bad}
          label={t("import.withErrors")}
          on={show === "bad"}
          onToggle={() => setShow("bad")}
        />
        <FilterPill
          count={totals.unchanged}
          label={t("import.same")}
          on={show === "unchanged"}
          onToggle={() => setShow("unchanged")}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keyboard */}
      <div className={css.tableBox} tabIndex={0}>
        <table className={css.table} ref={table}>
          <thead>
            <tr>
              <th className={css.number}>{t("import.row")}</th>
              <th>{t("import.happens")}</th>
              <th>{t("column.machineNumber")}</th>
              <th>{t("column.name")}</th>
              <th>{t("import.values")}</th>
            </tr>
          </thead>
          <tbody>
            {bad.length === 0 ? null : (
              <tr className={css.badHead}>
                <td colSpan={5}>
                  <span className={css.line}>
                    <StateIcon state="failed" />
                    <b>{t("import.skipped", { count: totals.bad })}</b>
                    <span className="fd-small">{t("import.othersImported", { count: going })}</span>
                    <span className={css.grow} />
                    <Button onClick={flow.saveBad} size="xs">
                      {t("import.saveErrors", { count: totals.bad })}
                    </Button>
                  </span>
                </td>
              </tr>
            )}
            {bad.map((row) => (
              <BadRow key={row.row} onRepair={repair} row={row} />
            ))}
            {rest.map((row) => (
              <GoodRow key={row.row} row={row} />
            ))}
          </tbody>
        </table>
        {shown.length < total ? (
          <Button onClick={() => setLimit((now) => now + 1_000)} variant="subtle">
            {t("import.more", { count: total - shown.length })}
          </Button>
        ) : null}
      </div>
      {production && going > 0 ? (
        <div className={css.notes}>
          <Note kind="info">{t("production.change", { count: going, company })}</Note>
        </div>
      ) : null}
      <footer className={css.foot}>
        <Icon name="undo" />
        {told === null ? (
          <span className={`fd-small fd-ink2 ${css.grow}`}>
            {t("import.onlyChanged")} <GuideLink to="machines#import" />
          </span>
        ) : (
          <>
            <span className="fd-small" role="status">
              {t("progress.done", { done: told.done, total: told.total })}
            </span>
            <Meter done={told.done} label={t("import.title")} total={told.total} />
            <Button onClick={acts.stop}>{t("progress.stop")}</Button>
          </>
        )}
        <Button onClick={flow.back}>{t("import.back")}</Button>
        <Button onClick={() => void apply()} variant="filled">
          {t(production ? "import.apply" : "import.applyTest", { count: going })}
        </Button>
        <Keys>{shortcutLabel("mainButton")}</Keys>
      </footer>
    </>
  );
}

function BadRow({
  row,
  onRepair,
}: {
  row: ImportRow;
  onRepair: (row: number, field: string | null, text: string | null) => void;
}) {
  const { t } = useTranslation("machines");
  const problemWords = useProblemWords();
  return (
    <tr data-bad tabIndex={-1}>
      <td className={`${css.number} fd-ink2`}>{row.row}</td>
      <td className={css.badWord}>
        <span className={css.line}>
          <StateIcon state="failed" />
          {t("import.errorRow")}
        </span>
      </td>
      <td>
        <b>{row.number}</b>
      </td>
      <td>{row.name}</td>
      <td>
        {row.reasons.map((reason) => (
          <span className={css.line} key={`${reason.field} ${reason.code} ${reason.params.row ?? ""}`}>
            <span className={css.grow}>
              {reason.field !== null && isColumn(reason.field) ? `${t(`column.${reason.field}`)}: ` : ""}
              {problemWords(reason)}
            </span>
            {reason.suggestion === null ? null : (
              <Button onClick={() => onRepair(row.row, reason.field, reason.suggestion)} size="xs">
                {t("import.use", { value: reason.suggestion })}
              </Button>
            )}
            {reason.field === null || reason.field === "machineNumber" ? null : (
              <Button onClick={() => onRepair(row.row, reason.field, null)} size="xs">
                {t("import.skipValue")}
              </Button>
            )}
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Ids that a new record needs and nobody reads. */
const unread: readonly string[] = ["companyId"];

function GoodRow({ row }: { row: ImportRow }) {
  const { t } = useTranslation("machines");
  const to = useShowing();
  const show = (field: string, value: ImportRow["cells"][number]["old"]) => showValue(field as FieldName, value, to);
  const cells = row.cells.filter(({ field }) => !unread.includes(field));
  const words = {
    create: "import.newRow",
    update: "import.changedRow",
    unchanged: "import.sameRow",
    bad: "import.errorRow",
  } as const;
  return (
    <tr>
      <td className={`${css.number} fd-ink2`}>{row.row}</td>
      <td className={row.action === "create" ? css.newWord : row.action === "update" ? css.changedWord : "fd-ink2"}>
        {t(words[row.action])}
      </td>
      <td>
        <b>{row.number}</b>
      </td>
      <td>{row.name}</td>
      <td>
        <span className={css.cells}>
          {cells.map((cell) => (
            <span className={css.cell} key={cell.field}>
              <span className="fd-caption fd-ink2">
                {isColumn(cell.field) ? t(`column.${cell.field}`) : cell.field}
              </span>{" "}
              {row.action === "create" ? null : (
                <>
                  {show(cell.field, cell.old) === "" ? (
                    <span className="fd-ink2">{t("emptyValue")}</span>
                  ) : (
                    <s className="fd-ink2">{show(cell.field, cell.old)}</s>
                  )}{" "}
                  →{" "}
                </>
              )}
              <b>{show(cell.field, cell.new)}</b>
            </span>
          ))}
        </span>
      </td>
    </tr>
  );
}
