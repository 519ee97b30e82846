/** Machines with missing or unusual fuel data. A click or Enter on a row opens it in the editor, Space adds it. */

import { Checkbox } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FuelFinding } from "../../../ipc";
import { StateIcon } from "../../../shared/parts";
import { useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { text } from "../model/types";
import css from "./fuel.module.css";

type Props = {
  gaps: readonly FuelFinding[];
  chosen: readonly string[];
  /** Opens one alone. */
  onOpen: (id: string) => void;
  onToggle: (id: string) => void;
};

export function GapsTable({ gaps, chosen, onOpen, onToggle }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const body = useRef<HTMLTableSectionElement>(null);
  // One row takes Tab, arrows go on from there.
  const [at, setAt] = useState("");
  const first = gaps.some(({ machineId }) => machineId === at) ? at : gaps[0]?.machineId;
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    // Alt Home leaves the screen.
    if (event.altKey) return;
    const rows = [...(body.current?.rows ?? [])];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    const places: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 };
    const place = places[event.key];
    const id = gaps[now]?.machineId;
    if (place !== undefined) rows[Math.max(0, Math.min(place, rows.length - 1))]?.focus();
    else if (event.target !== rows[now] || id === undefined) return;
    else if (event.key === "Enter" && !event.ctrlKey) onOpen(id);
    else if (event.key === " ") onToggle(id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={css.tableBox} data-pane="grid">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen, by arrows and Enter */}
      <table aria-label={t("fuel.rows")} aria-multiselectable="true" className={css.gaps} data-digits role="grid">
        <thead>
          <tr>
            <th>
              <span className="fd-heard">{t("records:aria.toggleRow")}</span>
            </th>
            <th>{t("column.machineNumber")}</th>
            <th>{t("column.name")}</th>
            <th className={css.number}>{t("column.fuelConsumptionRate")}</th>
            <th>{t("column.fuelConsumptionUnit")}</th>
            <th>{t("column.fuelType")}</th>
            <th>{t("source.title")}</th>
            <th>{t("fuel.toCheck")}</th>
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown} ref={body}>
          {gaps.map((gap) => (
            <GapRow
              gap={gap}
              key={gap.machineId}
              on={chosen.includes(gap.machineId)}
              onFocus={() => setAt(gap.machineId)}
              onOpen={() => onOpen(gap.machineId)}
              onToggle={() => onToggle(gap.machineId)}
              reached={gap.machineId === first}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  gap: FuelFinding;
  on: boolean;
  reached: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onToggle: () => void;
};

function GapRow({ gap, on, reached, onFocus, onOpen, onToggle }: RowProps) {
  const { t } = useTranslation(["machines", "records"]);
  const to = useShowing();
  const machine = useFleet((fleet) => fleet.machines.get(gap.machineId));
  if (machine === undefined) return null;
  const { fuelConsumptionRate: rate, fuelConsumptionUnit: unit, fuelType: fuel } = machine;
  const missing = (field: string) =>
    machine.odd.find((odd) => odd.field === field)?.raw ?? <span className="fd-ink3">{t("fuel.missing")}</span>;
  const number = text(machine.machineNumber);
  return (
    <tr
      aria-selected={on}
      data-fuel-row={gap.machineId}
      data-on={on || undefined}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("input, label"))) onOpen();
      }}
      onFocus={onFocus}
      tabIndex={reached ? 0 : -1}
    >
      <td>
        <Checkbox aria-label={t("fuel.select", { number })} checked={on} onChange={onToggle} />
      </td>
      <td>
        <b>{number}</b>
      </td>
      <td>{text(machine.name)}</td>
      <td className={css.number}>{typeof rate === "number" ? to.number(rate) : missing("fuelConsumptionRate")}</td>
      <td>{typeof unit === "number" ? to.word("fuelConsumptionUnit", unit) : missing("fuelConsumptionUnit")}</td>
      <td>{typeof fuel === "number" ? to.word("fuelType", fuel) : missing("fuelType")}</td>
      <td>{machine.fuelProvenance === null ? "" : t(`source.${machine.fuelProvenance}`)}</td>
      <td>
        {gap.odd.map((each) => (
          <span className={css.odd} key={each}>
            <StateIcon state="needsDecision" />
            {t(`unusualShort.${each}`)}
          </span>
        ))}
        {gap.odd.length > 0 || gap.alike === null ? null : (
          <span className="fd-small fd-ink2">
            {t("fuel.similarHere", {
              rate: to.number(gap.alike.rate),
              unit: to.word("fuelConsumptionUnit", gap.alike.unit),
            })}
          </span>
        )}
      </td>
    </tr>
  );
}
