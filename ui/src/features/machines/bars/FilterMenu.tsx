/** A filter of a column: the values that are there, or from and to for numbers and days. */

import { Button, Checkbox, Popover, Select, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import css from "../../../shared/records/screen.module.css";
import { useFormats } from "../../../shared/use-formats";
import type { Rows } from "../fleet/use-rows";
import { useShowing } from "../fleet/use-showing";
import { setView, useView } from "../fleet/view";
import { type ColumnName, columnOf, columns, isColumn, isOrdered } from "../model/fields";
import { type Filter, valuesOf } from "../model/filters";
import { showCell } from "../model/show";

/** More values than anybody looks through. */
const most = 60;

export function FilterMenu({ rows }: { rows: Rows }) {
  const { t } = useTranslation(["machines", "records"]);
  const [column, setColumn] = useState<ColumnName>("department");
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button leftSection={<Icon name="plus" />} radius="xl" size="xs">
          {t("filter")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.popup}>
          <Select
            comboboxProps={{ withinPortal: false }}
            data={columns()
              .filter(({ name }) => name !== "machineNumber" && name !== "blockedSince")
              .map(({ name }) => ({ value: name, label: t(`column.${name}`) }))}
            label={t("filterColumn")}
            onChange={(name) => {
              if (name !== null && isColumn(name)) setColumn(name);
            }}
            value={column}
          />
          {isOrdered(columnOf(column)) ? (
            <Bounds column={column} key={column} />
          ) : (
            <Values column={column} rows={rows} />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function put(column: ColumnName, filter: Filter | null): void {
  setView(({ filters }) => {
    const others = filters.filter((each) => each.column !== column);
    return { filters: filter === null ? others : [...others, filter] };
  });
}

function Values({ column, rows }: { column: ColumnName; rows: Rows }) {
  const { t } = useTranslation(["machines", "records"]);
  const formats = useFormats();
  const to = useShowing();
  const filters = useView((view) => view.filters);
  const current = filters.find((each) => each.column === column);
  const chosen = current?.kind === "values" ? current.values : [];
  const values = useMemo(
    () =>
      valuesOf(
        rows.all.map(({ machine }) => machine),
        column,
        (machine, name) => showCell(name, machine, to),
      ),
    [rows.all, column, to],
  );
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
    put(column, next.length === 0 ? null : { kind: "values", column, values: next });
  };
  return (
    <div className={css.group}>
      {values.slice(0, most).map(({ value, count }) => (
        <div className={css.line} key={value}>
          <Checkbox
            checked={chosen.includes(value)}
            className={css.grow}
            label={value === "" ? t("records:emptyValue") : value}
            onChange={() => toggle(value)}
          />
          <span className="fd-small fd-ink2">{formats.number(count)}</span>
        </div>
      ))}
      {values.length > most ? (
        <p className="fd-small fd-ink2">{t("moreValues", { count: values.length - most })}</p>
      ) : null}
    </div>
  );
}

function Bounds({ column }: { column: ColumnName }) {
  const { t } = useTranslation(["machines", "records"]);
  const current = useView((view) => view.filters).find((each) => each.column === column);
  const known = current?.kind === "bounds" ? current : null;
  const date = columnOf(column).kind === "instant";
  const set = (change: { from?: string; to?: string }) => {
    const from = (change.from ?? known?.from ?? "") || null;
    const to = (change.to ?? known?.to ?? "") || null;
    put(column, from === null && to === null ? null : { kind: "bounds", column, from, to });
  };
  return (
    <div className={css.line}>
      <TextInput
        label={t("from")}
        onChange={(event) => set({ from: event.currentTarget.value })}
        type={date ? "date" : "number"}
        value={known?.from ?? ""}
      />
      <TextInput
        label={t("to")}
        onChange={(event) => set({ to: event.currentTarget.value })}
        type={date ? "date" : "number"}
        value={known?.to ?? ""}
      />
    </div>
  );
}
