/** The rows of an import under the fields that the file fills: what stands there now, and what will. */

import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { ImportRow } from "../../../ipc";
import { useKind } from "../kind";
import { BadRow } from "./BadRow";
import type { Filled } from "./filled";
import { GoodRow } from "./GoodRow";
import css from "./importing.module.css";
import { type Answer, type Groups, linesOf, type Offer, type Places } from "./listed";
import type { Answers } from "./use-answers";

type Props = {
  fields: readonly Filled[];
  groups: Groups;
  /** Rows that were just answered. */
  places: Places;
  /** Returns the decisions in a row. */
  decided: (row: number) => readonly Answer[];
  answers: Answers;
  /** The repairs that are offered in all rows, shown or not. */
  offers: readonly Offer[];
  /** Stands above the rows with errors. */
  skipped: React.ReactNode;
  /** All rows that had errors are corrected. */
  noneSkipped: boolean;
  /** Stands above the rows that changed since the export. */
  since: React.ReactNode;
  /** Returns true where the file's values are used in a row that changed since the export. */
  usesFile: (row: number) => boolean;
  onUseFile: (row: ImportRow) => void;
  table: Ref<HTMLTableElement>;
};

export function RowsTable({ fields, groups, skipped, noneSkipped, since, table, ...ofRows }: Props) {
  const { t } = useTranslation("records");
  const { fields: known, useCells } = useKind();
  const { title } = useCells();
  const { places, decided, answers, offers, usesFile, onUseFile } = ofRows;
  const values = Math.max(1, fields.length);
  const width = 4 + values;
  const line = (row: ImportRow, inBad: boolean) => (
    <tr data-bad={row.action === "bad" || undefined} key={row.row} tabIndex={-1}>
      {inBad || row.action === "bad" ? (
        <BadRow
          answers={answers}
          lines={linesOf(row, places.get(row.row)?.row, decided(row.row))}
          offers={offers}
          row={row}
          width={values}
        />
      ) : (
        <GoodRow
          decided={decided(row.row)}
          fields={fields}
          onUndo={(answer) => answers.undo(row.row, answer)}
          onUseFile={() => onUseFile(row)}
          row={row}
          usesFile={usesFile(row.row)}
        />
      )}
    </tr>
  );
  return (
    <table className={css.table} ref={table}>
      <thead>
        <tr>
          <th className={`${css.number} ${css.rowPin}`}>{t("import.row")}</th>
          <th className={css.numberPin}>{title(known.number)}</th>
          <th className={css.namePin}>{title("name")}</th>
          <th>{t("import.happens")}</th>
          {fields.map(({ field, heading }) => (
            <th className={known.isNumeric(field) ? css.number : ""} key={field}>
              {title(field)} {heading === title(field) ? null : <span className={css.heading}>{heading}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.bad.length === 0 ? null : (
          <tr className={noneSkipped ? css.mendedHead : css.badHead}>
            <td colSpan={width}>{skipped}</td>
          </tr>
        )}
        {groups.bad.map((row) => line(row, true))}
        {groups.since.length === 0 ? null : (
          <tr className={css.sinceHead}>
            <td colSpan={width}>{since}</td>
          </tr>
        )}
        {groups.since.map((row) => line(row, false))}
        {groups.rest.map((row) => line(row, false))}
      </tbody>
    </table>
  );
}
