/** A new machine, or a new piece of equipment, with the company's types. What is wrong stands at its field. */

import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CellProblem, type Failure, type FieldInput, failureOf, useBridge } from "../../../ipc";
import { wordOf } from "../../../shared/fields";
import { shortcutLabel, useShortcut } from "../../../shared/keyboard";
import { Calendar, FailureNote, Keys, SidePanel } from "../../../shared/parts";
import { SuggestField } from "../../../shared/parts/SuggestField";
import css from "../../../shared/records/panels/panels.module.css";
import { useProblemWords } from "../../../shared/records/use-problem-words";
import { offerUndo } from "../../../shared/undo/store";
import { useNewMachine } from "../../../shared/unsaved";
import { useFormats } from "../../../shared/use-formats";
import { useWriting } from "../../../shared/use-writing";
import type { Acts } from "../actions/use-acts";
import { useFleet } from "../fleet/store";
import { useChoices } from "../fleet/use-choices";
import { useSuggestions } from "../fleet/use-suggestions";
import { openPanel, setView } from "../fleet/view";
import { type ColumnName, columnOf, columns, type GroupName, groups } from "../model/fields";
import { isEquipment, text } from "../model/types";
import { OtherMachine } from "./OtherMachine";

/** These have controls of their own, an act of their own, or are given by the program. */
const elsewhere: ReadonlySet<string> = new Set([
  "machineNumber",
  "name",
  "typeId",
  "fuel",
  "active",
  "responsibleId",
  "isEquipment",
  "parentMachineId",
]);

/** The fields of the form by their groups; check-in is blocked by an act of its own. */
function formGroups(equipment: boolean): { group: GroupName; fields: ColumnName[] }[] {
  return groups.flatMap((group) => {
    const of = columns().filter(
      (column) =>
        column.group === group &&
        group !== "checkIn" &&
        column.readOnly !== true &&
        !elsewhere.has(column.name) &&
        !(column.machinesOnly && equipment) &&
        !(group === "fuel" && equipment),
    );
    return of.length === 0 ? [] : [{ group, fields: of.map(({ name }) => name) }];
  });
}

type Props = { acts: Pick<Acts, "created">; from: Readonly<Record<string, string>>; onClose: () => void };

export function CreatePanel({ acts, from, onClose }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const bridge = useBridge();
  const writing = useWriting();
  const formats = useFormats();
  const problemWords = useProblemWords();
  const first = useRef<HTMLInputElement>(null);
  const { types, machines } = useFleet();
  const choices = useChoices();
  const suggestions = useSuggestions("department");
  const [values, setValues] = useState<Record<string, string>>(from);
  const equipment = values.isEquipment === "true";
  const [problems, setProblems] = useState<Record<string, CellProblem>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => first.current?.focus(), []);
  const begun = Object.values(values).some((typed) => typed.trim() !== "");
  const created = useRef(false);
  useEffect(() => useNewMachine.setState({ begun }), [begun]);
  const tellLeft = useRef(() => {});
  tellLeft.current = () => {
    if (created.current || !useNewMachine.getState().begun) return;
    useNewMachine.setState({ begun: false });
    offerUndo({ text: t("create.left"), undo: () => openPanel({ kind: "create", from: values }) });
  };
  // However it was closed: what was typed for a machine that was not created comes back.
  useEffect(() => () => tellLeft.current(), []);
  const parents = useMemo(
    () =>
      [...machines.values()]
        .filter((machine) => !isEquipment(machine))
        .map((machine) => ({ value: machine.id, label: `${text(machine.machineNumber)} ${text(machine.name)}` })),
    [machines],
  );

  /** The number that is meant as it was typed, though it looks like another one. */
  const [meant, setMeant] = useState<string | null>(null);
  const set = (field: string, value: string) => {
    setValues((now) => ({ ...now, [field]: value }));
    setProblems(({ [field]: _, ...others }) => others);
  };
  /** A day that was left is shown as it will be stored. */
  const inFull = async (field: ColumnName) => {
    const typed = values[field] ?? "";
    if (columnOf(field).kind !== "instant" || typed.trim() === "") return;
    const day = await bridge.readDay(typed, "past", writing).catch(() => null);
    if (day === null) return;
    const whole = formats.date(`${day}T00:00`);
    setValues((now) => (now[field] === typed ? { ...now, [field]: whole } : now));
  };
  const create = async () => {
    setFailure(null);
    const fields = formGroups(equipment).flatMap((each) => each.fields);
    const texts = ["machineNumber", "name", "typeId", ...fields].filter((field) => (values[field] ?? "").trim() !== "");
    const given: FieldInput[] = texts.map((field) => ({
      field,
      input: {
        kind: field === "machineNumber" && values[field] === meant ? "value" : "text",
        value: values[field] ?? "",
      },
    }));
    if (equipment) {
      given.push({ field: "isEquipment", input: { kind: "value", value: true } });
      if (values.parentMachineId)
        given.push({ field: "parentMachineId", input: { kind: "value", value: values.parentMachineId } });
    }
    given.push({ field: "active", input: { kind: "value", value: true } });
    try {
      const result = await bridge.createMachine(given, writing);
      setProblems(Object.fromEntries(result.problems.map(({ field, problem }) => [field, problem])));
      const { report } = result;
      const row = report?.rows[0];
      if (report === null || row === undefined) return first.current?.focus();
      if (row.failure !== null) return setFailure(row.failure);
      created.current = true;
      useNewMachine.setState({ begun: false });
      await acts.created(report, result.cleaned);
      // The list shows where it stands, as of one that was searched.
      setView({ panel: { kind: "detail", id: row.machineId }, reveal: row.machineId });
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  useShortcut("mainButton", () => void create());
  // With nothing typed here, the changes of the grid are what there is to save.
  useShortcut("saveChanges", () => void create(), begun);

  const error = (field: string) => (problems[field] === undefined ? undefined : problemWords(problems[field]));
  const label = (field: ColumnName) =>
    field === "machineNumber" ? `${t(`column.${field}`)} (${t("required")})` : t(`column.${field}`);
  return (
    <SidePanel
      foot={
        <div className={css.foot}>
          <Button onClick={() => void create()} variant="filled">
            {t(equipment ? "create.doEquipment" : "create.do")}
          </Button>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Keys>{shortcutLabel("mainButton")}</Keys>
        </div>
      }
      onClose={onClose}
      title={t("new")}
    >
      <div className={css.stack}>
        {failure === null ? null : <FailureNote failure={failure} />}
        <SegmentedControl
          aria-label={t("column.isEquipment")}
          data={[
            { value: "machine", label: wordOf("isEquipment", false) },
            { value: "equipment", label: wordOf("isEquipment", true) },
          ]}
          onChange={(value) => set("isEquipment", String(value === "equipment"))}
          value={equipment ? "equipment" : "machine"}
        />
        <TextInput
          error={error("machineNumber")}
          label={label("machineNumber")}
          onChange={(event) => set("machineNumber", event.currentTarget.value)}
          ref={first}
          value={values.machineNumber ?? ""}
        />
        {problems.machineNumber === undefined ? null : (
          <OtherMachine
            onMeant={() => {
              setMeant(values.machineNumber ?? "");
              setProblems(({ machineNumber: _, ...others }) => others);
            }}
            problem={problems.machineNumber}
          />
        )}
        <TextInput
          error={error("name")}
          label={label("name")}
          onChange={(event) => set("name", event.currentTarget.value)}
          value={values.name ?? ""}
        />
        {equipment ? (
          <Select
            data={parents.slice(0, 5_000)}
            label={label("parentMachineId")}
            limit={50}
            onChange={(id) => set("parentMachineId", id ?? "")}
            searchable
            value={values.parentMachineId ?? null}
          />
        ) : (
          <Select
            data={types.map(({ typeId, name }) => ({ value: name ?? typeId, label: name ?? typeId }))}
            error={error("typeId")}
            label={label("typeId")}
            onChange={(name) => set("typeId", name ?? "")}
            searchable
            value={values.typeId ?? null}
          />
        )}
        {formGroups(equipment).map(({ group, fields }) => (
          <fieldset className={css.group} key={group}>
            <legend>{t(`group.${group}`)}</legend>
            {fields.map((field) => {
              const list = choices(field);
              if (field === "department" && suggestions !== null)
                return (
                  <SuggestField
                    choices={suggestions}
                    error={error(field)}
                    key={field}
                    label={label(field)}
                    onChange={(text) => set(field, text)}
                    value={values[field] ?? ""}
                  />
                );
              return list === null ? (
                <TextInput
                  description={field === "companyId" ? t("records:ownCompany") : undefined}
                  error={error(field)}
                  key={field}
                  label={label(field)}
                  onBlur={() => void inFull(field)}
                  onChange={(event) => set(field, event.currentTarget.value)}
                  rightSection={
                    columnOf(field).kind === "instant" ? (
                      <Calendar day={values[field] ?? ""} onDay={(day) => set(field, day)} />
                    ) : (
                      columnOf(field).unit
                    )
                  }
                  value={values[field] ?? ""}
                />
              ) : (
                <Select
                  clearable
                  data={[...new Set(list)]}
                  error={error(field)}
                  key={field}
                  label={label(field)}
                  limit={50}
                  onChange={(word) => set(field, word ?? "")}
                  searchable
                  value={values[field] === undefined || values[field] === "" ? null : values[field]}
                />
              );
            })}
          </fieldset>
        ))}
        <p className="fd-small fd-ink2">{t("create.active")}</p>
      </div>
    </SidePanel>
  );
}
