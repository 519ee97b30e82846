/** The rows of an import under the fields that the file fills: what stands there now, and what will. */

import { Button } from "@mantine/core";
import { type Ref, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ImportColumn, ImportRow } from "../../../ipc";
import { StateIcon } from "../../../shared/parts";
import { useProblemWords } from "../actions/use-problem-words";
import { useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { type ColumnName, columnOf, type FieldName, isColumn, isNumeric } from "../model/fields";
import { showValue } from "../model/show";
import css from "./importing.module.css";

/** A field that the file fills, and how the file calls it. */
export type Filled = { readonly field: FieldName; readonly heading: string };

/** These have columns of their own. */
const own: readonly string[] = ["machineNumber", "name", "companyId"];

/** The fields of the table, in the order of the file: those that change in the rows, or all. */
export function filledBy(
  columns: readonly ImportColumn[],
  rows: readonly ImportRow[],
  onlyChanging: boolean,
): Filled[] {
  const changing = new Set(rows.flatMap(({ cells }) => cells.map(({ field }) => field)));
  return columns.flatMap(({ field, heading }) => {
    if (field === null || !isColumn(field) || own.includes(field)) return [];
    return onlyChanging && !changing.has(field) ? [] : [{ field: field as FieldName, heading }];
  });
}

type Repair = (row: number, field: string | null, text: string | null) => void;

type Props = {
  fields: readonly Filled[];
  rows: readonly ImportRow[];
  /** Stands above the rows with errors. */
  skipped: React.ReactNode;
  onRepair: Repair;
  table: Ref<HTMLTableElement>;
};

export function RowsTable({ fields, rows, skipped, onRepair, table }: Props) {
  const { t } = useTranslation("machines");
  const bad = rows.filter(({ action }) => action === "bad");
  const rest = rows.filter(({ action }) => action !== "bad");
  return (
    <table className={css.table} ref={table}>
      <thead>
        <tr>
          <th className={css.number}>{t("import.row")}</th>
          <th>{t("import.happens")}</th>
          <th>{t("column.machineNumber")}</th>
          <th>{t("column.name")}</th>
          {fields.map(({ field, heading }) => (
            <th className={isNumeric(columnOf(field)) ? css.number : ""} key={field}>
              {t(`column.${field}`)} <span className={css.heading}>{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bad.length === 0 ? null : (
          <tr className={css.badHead}>
            <td colSpan={4 + Math.max(1, fields.length)}>{skipped}</td>
          </tr>
        )}
        {bad.map((row) => (
          <BadRow key={row.row} onRepair={onRepair} row={row} width={Math.max(1, fields.length)} />
        ))}
        {rest.map((row) => (
          <GoodRow fields={fields} key={row.row} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function BadRow({ row, width, onRepair }: { row: ImportRow; width: number; onRepair: Repair }) {
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
      <td className={css.reasons} colSpan={width}>
        {row.reasons.map((reason) => (
          <span className={css.line} key={`${reason.field} ${reason.code} ${reason.params.row ?? ""}`}>
            <span>
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

const actionWords = {
  create: "import.newRow",
  update: "import.changedRow",
  unchanged: "import.sameRow",
  bad: "import.errorRow",
} as const;

function GoodRow({ row, fields }: { row: ImportRow; fields: readonly Filled[] }) {
  const { t } = useTranslation("machines");
  const machine = useFleet(({ machines }) => (row.id === null ? undefined : machines.get(row.id)));
  const to = useShowing();
  const changes = useMemo(() => new Map(row.cells.map((cell) => [cell.field, cell])), [row.cells]);
  const cell = (field: FieldName, also: string) => {
    const change = changes.get(field);
    const numeric = isNumeric(columnOf(field as ColumnName)) ? css.number : "";
    if (change === undefined)
      return (
        <td className={`${numeric} fd-ink2`} key={field}>
          {also}
        </td>
      );
    const old = showValue(field, change.old, to);
    return (
      <td className={`${numeric} ${css.changed}`} key={field}>
        {row.action === "create" ? null : (
          <>{old === "" ? <span className="fd-ink2">{t("emptyValue")}</span> : <s className="fd-ink2">{old}</s>} → </>
        )}
        <b>{showValue(field, change.new, to)}</b>
      </td>
    );
  };
  return (
    <tr>
      <td className={`${css.number} fd-ink2`}>{row.row}</td>
      <td className={row.action === "create" ? css.newWord : row.action === "update" ? css.changedWord : "fd-ink2"}>
        {t(actionWords[row.action])}
      </td>
      <td>
        <b>{row.number}</b>
      </td>
      {cell("name", row.name ?? "")}
      {fields.map(({ field }) => cell(field, machine === undefined ? "" : showValue(field, machine[field], to)))}
    </tr>
  );
}
