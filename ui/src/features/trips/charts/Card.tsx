/** A chart with its title; every chart can be shown as a table. */

import { ActionIcon, Tooltip } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import { setTripsView, useTripsView } from "../model/store";
import css from "./charts.module.css";

/** `untitled`: what stands beside the title says it already; only readers hear it. */
type Props = {
  name: string;
  title: string;
  untitled?: boolean;
  side?: ReactNode;
  children: (table: boolean) => ReactNode;
};

export function Card({ name, title, untitled = false, side, children }: Props) {
  const { t } = useTranslation("trips");
  const id = useId();
  const table = useTripsView(({ tables }) => tables.has(name));
  const toggle = () =>
    setTripsView(({ tables }) => {
      const next = new Set(tables);
      if (!next.delete(name)) next.add(name);
      return { tables: next };
    });
  const label = t(table ? "asChart" : "asTable");
  return (
    <section aria-labelledby={id} className={css.card} data-pane={name}>
      <header className={css.cardHead}>
        <h2 className={untitled ? "fd-heard" : css.cardTitle} id={id}>
          {title}
        </h2>
        {side}
        <Tooltip label={label}>
          <ActionIcon aria-label={`${label}: ${title}`} aria-pressed={table} onClick={toggle} size="1.75rem">
            <Icon name={table ? "chart" : "table"} />
          </ActionIcon>
        </Tooltip>
      </header>
      {children(table)}
    </section>
  );
}

/** What a chart says, as rows; the first cell of a row names it. */
export function ChartTable({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard, too
    <div className={css.tableBox} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = "", ...values], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
            <tr key={row}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={heads[at + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
