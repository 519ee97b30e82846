/** A column's head: its name, and an arrow when the files are ordered by it. A click orders, a second one turns it. */

import { useTranslation } from "react-i18next";
import css from "./files.module.css";
import type { Column, Sort } from "./model";

type Props = { column: Column; sort: Sort; onSort: (sort: Sort) => void };

export function ColumnHead({ column, sort, onSort }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "files.column" });
  const sorted = sort.by === column;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the table draws its own rows and holds the focus
    <span
      aria-sort={sorted ? (sort.down ? "descending" : "ascending") : undefined}
      className={`${css.cell} ${css[column]}`}
      role="columnheader"
    >
      <button
        className={css.sort}
        onClick={() => onSort({ by: column, down: sorted && !sort.down })}
        tabIndex={-1}
        type="button"
      >
        {t(column)}
        {sorted ? <span aria-hidden="true"> {sort.down ? "↓" : "↑"}</span> : null}
      </button>
    </span>
  );
}
