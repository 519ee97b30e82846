/** A field of the detail panel: what is typed becomes pending when the field is left, like in the grid. */

import { Select, Textarea, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Calendar, StateIcon } from "../../../../shared/parts";
import { SuggestField } from "../../../../shared/parts/SuggestField";
import css from "../../../../shared/records/panels/panels.module.css";
import { useOddWords } from "../../../../shared/records/use-odd-words";
import { useProblemWords } from "../../../../shared/records/use-problem-words";
import type { Edits } from "../../actions/use-edits";
import { editsIn, markOf, shownMachine } from "../../fleet/cells";
import { useFleet } from "../../fleet/store";
import { useChoices } from "../../fleet/use-choices";
import { useShowing } from "../../fleet/use-showing";
import { useSuggestions } from "../../fleet/use-suggestions";
import { oddsOf, textOf } from "../../grid/use-columns";
import { type ColumnName, columnOf } from "../../model/fields";
import { editsOf } from "../../model/paste";
import { text } from "../../model/types";
import { OtherMachine } from "../OtherMachine";

type Props = { id: string; name: ColumnName; edits: Edits; readOnly: boolean };

export function DetailField({ id, name, edits, readOnly }: Props) {
  const { t } = useTranslation(["machines", "records", "trips"]);
  const to = useShowing();
  const problemWords = useProblemWords();
  const oddWords = useOddWords();
  // Everything that can change what the field shows.
  useFleet();
  const shown = textOf(id, name, to);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const { kind, readOnly: fixed, unit } = columnOf(name);
  const wrong = editsIn(id, name).find((edit) => edit.problem !== null);
  const problem = wrong?.problem ?? null;
  const cleaned = editsIn(id, name).some((edit) => edit.cleaned);
  const lower = editsIn(id, name).some(({ falls }) => falls);
  const people = useFleet((fleet) => fleet.people);
  const employee = name === "responsibleEmployeeNumber" ? text(shownMachine(id)?.responsibleEmployeeNumber) : "";
  const unknown = employee !== "" && people.length > 0 && !people.some((each) => each.employeeNumber === employee);
  const [odd] = oddsOf(id, name);
  const put = (entered: string) => {
    const machine = shownMachine(id);
    if (machine !== undefined && entered !== shown) void edits.apply(editsOf(machine, name, entered));
  };
  const common = {
    description:
      odd !== undefined ? (
        <span className="fd-odd-note">
          <StateIcon size={14} state="needsDecision" />
          <span>
            <b>{t("records:unreadable.label")}.</b> {oddWords(odd)}
          </span>
        </span>
      ) : lower ? (
        <span className="fd-odd-note">
          <StateIcon size={14} state="needsDecision" />
          {t("records:import.falls")}
        </span>
      ) : cleaned ? (
        t("records:numberCleaned")
      ) : unknown && problem === null ? (
        t("detail.notInList", { number: employee })
      ) : undefined,
    className: markOf(id, name) === null ? undefined : css.changed,
    error: problem === null ? undefined : problemWords(problem),
    // The value is not the company's name.
    label: name === "companyId" ? t("detail.companyId") : t(`column.${name}`),
    readOnly: readOnly || fixed === true,
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || typed === shown) return;
    event.preventDefault();
    event.stopPropagation();
    setTyped(shown);
  };
  const suggestions = useSuggestions(name);
  const choices = useChoices()(name);
  if (choices !== null && !common.readOnly)
    return (
      <Select
        {...common}
        className={common.className ?? ""}
        data={[...new Set([...choices, ...(shown === "" ? [] : [shown])])]}
        onChange={(value) => put(value ?? "")}
        searchable
        value={shown === "" ? null : shown}
      />
    );
  const field = {
    ...common,
    className: common.className ?? "",
    onBlur: () => put(typed),
    value: typed,
  };
  if (suggestions !== null && !common.readOnly)
    return (
      <SuggestField
        {...field}
        choices={suggestions}
        onChange={setTyped}
        onKeyDown={leaveOnEscape}
        onOptionSubmit={put}
      />
    );
  if (kind === "longText")
    return <Textarea {...field} autosize minRows={1} onChange={(event) => setTyped(event.currentTarget.value)} />;
  return (
    <>
      <TextInput
        {...field}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey) put(typed);
          leaveOnEscape(event);
        }}
        rightSection={
          kind === "instant" && !common.readOnly ? (
            <Calendar day={text(shownMachine(id)?.[name as "serviceDate"]).slice(0, 10)} onDay={put} />
          ) : kind === "number" ? (
            unit
          ) : undefined
        }
      />
      {wrong?.problem == null ? null : <OtherMachine onMeant={() => void edits.mean(wrong)} problem={wrong.problem} />}
    </>
  );
}
