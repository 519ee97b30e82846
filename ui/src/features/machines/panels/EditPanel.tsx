/**
 * Sets a value in all selected machines. Becomes pending, like everything typed: old and new are seen before a save.
 */

import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { Calendar, Keys, Note, SidePanel } from "../../../shared/parts";
import { SuggestField } from "../../../shared/parts/SuggestField";
import { Names } from "../../../shared/records/panels/Names";
import css from "../../../shared/records/panels/panels.module.css";
import type { Edits } from "../actions/use-edits";
import { shownMachine } from "../fleet/cells";
import { useFleet } from "../fleet/store";
import { useSuggestions } from "../fleet/use-suggestions";
import { openPanel } from "../fleet/view";
import { type ColumnName, columnOf, columns, isColumn } from "../model/fields";
import { editsOf } from "../model/paste";
import { isEquipment } from "../model/types";

type Props = { ids: readonly string[]; column: ColumnName | null; edits: Edits; onClose: () => void };

export function EditPanel({ ids, column: first, edits, onClose }: Props) {
  const { t } = useTranslation("machines");
  const [column, setColumn] = useState<ColumnName>(first ?? "department");
  const [value, setValue] = useState("");
  const types = useFleet((fleet) => fleet.types);
  const machines = ids.flatMap((id) => shownMachine(id) ?? []);
  const taking = columnOf(column).machinesOnly ? machines.filter((machine) => !isEquipment(machine)) : machines;
  const put = async () => {
    if (taking.length === 0) return;
    const result = await edits.apply(taking.flatMap((machine) => editsOf(machine, column, value)));
    if (result === null) return;
    openPanel(result.cells.some(({ problem }) => problem !== null) ? { kind: "problems" } : null);
  };
  useShortcut("mainButton", () => void put());
  const isType = columnOf(column).kind === "machineType";
  const suggestions = useSuggestions(column);
  return (
    <SidePanel
      foot={
        <div className={css.foot}>
          <Button disabled={taking.length === 0} onClick={() => void put()} variant="filled">
            {t("edit.do", { count: taking.length })}
          </Button>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Keys>{shortcutLabel("mainButton")}</Keys>
        </div>
      }
      onClose={onClose}
      title={t("edit.title", { count: ids.length })}
    >
      <div className={css.stack}>
        <Names ids={taking.map(({ id }) => id)} />
        <Select
          data={columns()
            .filter(({ name, readOnly }) => !readOnly && name !== "machineNumber" && name !== "fuel")
            .map(({ name }) => ({ value: name, label: t(`column.${name}`) }))}
          label={t("edit.field")}
          onChange={(name) => {
            if (name === null || !isColumn(name)) return;
            setColumn(name);
            setValue("");
          }}
          searchable
          value={column}
        />
        {isType ? (
          <Select
            data={types.map(({ typeId, name }) => ({ value: name ?? typeId, label: name ?? typeId }))}
            label={t(`column.${column}`)}
            onChange={(name) => setValue(name ?? "")}
            searchable
            value={value === "" ? null : value}
          />
        ) : suggestions !== null ? (
          <SuggestField choices={suggestions} label={t(`column.${column}`)} onChange={setValue} value={value} />
        ) : (
          <TextInput
            label={t(`column.${column}`)}
            onChange={(event) => setValue(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.ctrlKey) void put();
            }}
            rightSection={
              columnOf(column).kind === "instant" ? <Calendar day={value} onDay={setValue} /> : columnOf(column).unit
            }
            value={value}
          />
        )}
        {taking.length === machines.length ? null : (
          <Note kind="plain">{t("block.equipment", { count: machines.length - taking.length })}</Note>
        )}
        <p className="fd-small fd-ink2">{t("edit.pending")}</p>
      </div>
    </SidePanel>
  );
}
