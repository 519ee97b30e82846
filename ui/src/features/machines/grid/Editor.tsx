/** The field in a cell that is edited: the text as it stands there, with its unit; choices as a list. */

import type { CustomCellEditorProps } from "ag-grid-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldOf } from "../../../shared/fields";
import { Calendar } from "../../../shared/parts";
import type { Handle } from "../../../shared/records/grid/handles";
import { shownMachine } from "../fleet/cells";
import { useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { type ColumnName, columnOf, type FieldName } from "../model/fields";
import css from "./grid.module.css";

type Props = CustomCellEditorProps<Handle, string> & { name: ColumnName };

export function Editor(props: Props) {
  const choices = useChoices(props.name);
  return choices === null ? <TextEditor {...props} /> : <ChoiceEditor {...props} choices={choices} />;
}

/** What the cell is left with. The grid ends an edit before React hears of the key, so the field itself tells it. */
function useTold(field: RefObject<HTMLElement | null>, text: string, onValueChange: Props["onValueChange"]) {
  const newest = useRef(text);
  newest.current = text;
  useEffect(() => {
    const element = field.current;
    const tell = () => onValueChange(newest.current);
    element?.addEventListener("keydown", tell);
    element?.addEventListener("blur", tell);
    return () => {
      element?.removeEventListener("keydown", tell);
      element?.removeEventListener("blur", tell);
    };
  }, [field, onValueChange]);
}

const goesOn: ReadonlySet<string> = new Set(["Enter", "F2", "Tab"]);

function TextEditor({ name, data, value, onValueChange, eventKey }: Props) {
  const { t } = useTranslation("machines");
  const field = useRef<HTMLInputElement>(null);
  const { kind, unit } = columnOf(name);
  // What is typed replaces what was there, several letters where they overtook a click; Enter and F2 go on with it.
  const typed = eventKey === null || goesOn.has(eventKey) ? null : eventKey;
  const [text, setText] = useState(typed ?? value ?? "");
  useTold(field, text, onValueChange);
  const to = useShowing();
  const stored = shownMachine(data.id)?.[name as FieldName];
  const put = (next: string) => {
    setText(next);
    onValueChange(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    field.current?.focus();
    if (typed === null) field.current?.select();
  }, []);
  return (
    <span className={css.editor}>
      <input
        aria-label={t(`column.${name}`)}
        onChange={(event) => put(event.currentTarget.value)}
        ref={field}
        value={text}
      />
      {kind === "instant" ? (
        <Calendar
          day={typeof stored === "string" ? stored.slice(0, 10) : ""}
          onDay={(day) => {
            put(to.date(day));
            field.current?.focus();
          }}
        />
      ) : null}
      {unit === null ? null : <span className="fd-ink3">{unit}</span>}
    </span>
  );
}

function ChoiceEditor({ choices, name, value, onValueChange, eventKey }: Props & { choices: readonly string[] }) {
  const { t } = useTranslation("machines");
  const field = useRef<HTMLSelectElement>(null);
  const sign = eventKey === null || goesOn.has(eventKey) ? null : eventKey.toLowerCase();
  const first = sign === null ? undefined : choices.find((choice) => choice.toLowerCase().startsWith(sign));
  const [text, setText] = useState(first ?? value ?? "");
  useTold(field, text, onValueChange);
  useEffect(() => field.current?.focus(), []);
  return (
    <select
      aria-label={t(`column.${name}`)}
      className={css.choices}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onValueChange(event.currentTarget.value);
      }}
      ref={field}
      value={text}
    >
      {choices.includes(text) ? null : <option value={text}>{text}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** The words that a column may hold, where they are few. */
function useChoices(column: ColumnName): readonly string[] | null {
  const types = useFleet((fleet) => fleet.types);
  switch (columnOf(column).kind) {
    case "machineType":
      return types.map(({ typeId, name }) => name ?? typeId);
    case "choice":
    case "bool":
      return fieldOf(column)?.choices.map(({ word }) => word) ?? null;
    default:
      return null;
  }
}
