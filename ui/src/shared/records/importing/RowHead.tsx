/** The cells by which a row of an import is known, which stay in sight while the others are scrolled; its name follows. */

import type { ImportRow } from "../../../ipc";
import css from "./importing.module.css";

export function RowHead({ row: { row, number } }: { row: ImportRow }) {
  return (
    <>
      <td className={`${css.number} ${css.rowPin} fd-ink2`}>{row}</td>
      <td className={css.numberPin} title={number}>
        <b>{number}</b>
      </td>
    </>
  );
}
