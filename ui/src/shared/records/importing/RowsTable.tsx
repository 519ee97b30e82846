/** The rows of an import under the fields that the file fills: what stands there now, and what will. */

import { Button } from "@mantine/core";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { ImportColumn, ImportRow } from "../../../ipc";
import { StateIcon } from "../../parts";
import { type ImportFields, useKind } from "../kind";
import { useProblemWords } from "../use-problem-words";
import { GoodRow } from "./GoodRow";
import css from "./importing.module.css";

/** A field that the file fills, and how the file calls it. */
export type Filled = { readonly field: string; readonly heading: string };

/** The fields of the table, in the order of the file: those that change in the rows, or all. */
export function filledBy(
  { own, isKnown }: Pick<ImportFields, "own" | "isKnown">,
  columns: readonly ImportColumn[],
  rows: readonly ImportRow[],
  onlyChanging: boolean,
): Filled[] {
  const changing = new Set(
    rows.flatMap(({ cells, changedSince }) => [...cells, ...changedSince].map(({ field }) => field)),
  );
  return columns.flatMap(({ field, heading }) => {
    if (field === null || !isKnown(field) || own.includes(field)) return [];
    return onlyChanging && !changing.has(field) ? [] : [{ field, heading }];
  });
}

type Repair = (row: number, field: string | null, text: string | null) => void;

type Props = {
  fields: readonly Filled[];
  rows: readonly ImportRow[];
  /** Stands above the rows with errors. */
  skipped: React.ReactNode;
  /** Stands above the rows that changed since the export. */
  since: React.ReactNode;
  /** Whether the file's values are used in a row that changed since the export. */
  usesFile: (row: number) => boolean;
  onUseFile: (row: ImportRow) => void;
  onRepair: Repair;
  /** Makes a new record of a row whose number is unknown; `null` where the file lacks a column for it. */
  onCreate: ((row: number) => void) | null;
  table: Ref<HTMLTableElement>;
};

export function RowsTable({ fields, rows, skipped, since, usesFile, onUseFile, onRepair, onCreate, table }: Props) {
  const { t } = useTranslation("records");
  const { fields: known, useCells } = useKind();
  const { title } = useCells();
  const bad = rows.filter(({ action }) => action === "bad");
  const changed = rows.filter(({ changedSince }) => changedSince.length > 0);
  const rest = rows.filter(({ action, changedSince }) => action !== "bad" && changedSince.length === 0);
  const width = 4 + Math.max(1, fields.length);
  return (
    <table className={css.table} ref={table}>
      <thead>
        <tr>
          <th className={css.number}>{t("import.row")}</th>
          <th>{t("import.happens")}</th>
          <th>{title(known.number)}</th>
          <th>{title("name")}</th>
          {fields.map(({ field, heading }) => (
            <th className={known.isNumeric(field) ? css.number : ""} key={field}>
              {title(field)} <span className={css.heading}>{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bad.length === 0 ? null : (
          <tr className={css.badHead}>
            <td colSpan={width}>{skipped}</td>
          </tr>
        )}
        {bad.map((row) => (
          <BadRow key={row.row} onCreate={onCreate} onRepair={onRepair} row={row} width={Math.max(1, fields.length)} />
        ))}
        {changed.length === 0 ? null : (
          <tr className={css.sinceHead}>
            <td colSpan={width}>{since}</td>
          </tr>
        )}
        {changed.map((row) => (
          <GoodRow
            fields={fields}
            key={row.row}
            onUseFile={() => onUseFile(row)}
            row={row}
            usesFile={usesFile(row.row)}
          />
        ))}
        {rest.map((row) => (
          <GoodRow fields={fields} key={row.row} row={row} usesFile={false} />
        ))}
      </tbody>
    </table>
  );
}

type BadRowProps = Pick<Props, "onRepair" | "onCreate"> & { row: ImportRow; width: number };

function BadRow({ row, width, onRepair, onCreate }: BadRowProps) {
  const { t } = useTranslation("records");
  const problemWords = useProblemWords();
  const { fields: known, useCells } = useKind();
  const { title } = useCells();
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
              {reason.field !== null && known.isKnown(reason.field) ? `${title(reason.field)}: ` : ""}
              {problemWords(reason)}
            </span>
            {reason.suggestion === null ? null : (
              <Button onClick={() => onRepair(row.row, reason.field, reason.suggestion)} size="xs">
                {t("import.use", { value: reason.suggestion })}
              </Button>
            )}
            {reason.code === "unknownNumber" && onCreate !== null ? (
              <Button onClick={() => onCreate(row.row)} size="xs">
                {t("import.createRow", { number: row.number })}
              </Button>
            ) : null}
            {reason.field === null || reason.field === known.number ? null : (
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
