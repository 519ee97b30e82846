/** The section a file goes to: one of the page's, one made for another row, or a new one. */

import { type OptionsFilter, Select, TextInput, Tooltip } from "@mantine/core";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { type SectionProblem, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { matches, searchable, words } from "../../../shared/fold";
import { MiddleEllipsis } from "../../../shared/parts";
import css from "./plan.module.css";

type Props = {
  label: string;
  /** Label of the field that takes a new section's name. */
  newLabel: string;
  placeholder: string;
  section: string | null;
  sections: string[];
  onChange: (section: string) => void;
  /** An option was taken, or the name of a new section given or given up: the keyboard leaves the field. */
  onDone?: () => void;
  /** Whether Tab stops at it. */
  stop: boolean;
};

/** Not a name that a section can have: names have no control characters. */
const NEW = "\u0000new";

/** Sections with every word that was typed, and the new one always: what was typed may be its name. */
const filter: OptionsFilter = ({ options, search }) =>
  options.filter(
    (option) => !("value" in option) || option.value === NEW || matches(searchable(option.label), words(search)),
  );

export function SectionField({ label, newLabel, placeholder, section: now, sections, onChange, onDone, stop }: Props) {
  const { t } = useTranslation("documents");
  /** The name that the field of a new section begins with; `null` while it is not shown. */
  const [newName, setNewName] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  /** What stands in the field: the section, or what is typed to find one. */
  const [text, setText] = useState(now ?? "");
  const bridge = useBridge();
  const [problem, setProblem] = useState<SectionProblem | null>(null);
  // The list puts the section back into its field whenever its options are others.
  const options = useMemo(() => [...sections, { value: NEW, label: t("plan.newSection") }], [sections, t]);
  /** Takes the name of a new section, or says why it is none; one that is there already is chosen. */
  const give = async (name: string) => {
    const found = name === "" ? null : await bridge.sectionProblem(name, []);
    setProblem(found);
    if (found !== null) {
      announce(t(`newSection.problem.${found}`));
      return false;
    }
    setNewName(null);
    if (name !== "") onChange(name);
    return true;
  };
  if (newName !== null)
    return (
      <Tooltip label={problem === null ? "" : t(`newSection.problem.${problem}`)} opened={problem !== null}>
        <TextInput
          aria-label={newLabel}
          autoFocus
          className={css.field}
          data-keeps-escape
          defaultValue={newName}
          error={problem !== null}
          onBlur={(event) => void give(event.currentTarget.value.trim())}
          onKeyDown={async ({ key, currentTarget: field }) => {
            if (key !== "Enter" && key !== "Escape") return;
            if (await give(key === "Enter" ? field.value.trim() : "")) onDone?.();
          }}
          placeholder={t("plan.newSectionName")}
        />
      </Tooltip>
    );
  /** What is typed next takes the place of the section, unless something was typed already. */
  const selectText = (field: HTMLInputElement) => {
    if (field.value === now) field.select();
  };
  return (
    <span className={css.fieldBox}>
      <Select
        aria-label={label}
        className={css.field}
        data={options}
        filter={filter}
        maxDropdownHeight={300}
        onChange={(section) => {
          if (section === NEW) setNewName(text === now ? "" : text.trim());
          else if (section !== null && section !== now) onChange(section);
        }}
        onClick={(event) => selectText(event.currentTarget)}
        onFocus={(event) => selectText(event.currentTarget)}
        onKeyDown={(event) => {
          const field = event.currentTarget;
          setTyping(event.key.length === 1);
          // What was typed is given up with the list.
          if (event.key === "Escape" && text !== (now ?? "")) {
            flushSync(() => setText(now ?? ""));
            field.select();
          }
          // As on any list: Enter opens it where no option is taken by it.
          if (event.key === "Enter" && field.ariaExpanded !== "true") field.click();
        }}
        // WebKit puts the caret where a press ends that began in a selected text, after the click.
        onMouseUp={(event) => {
          if (event.currentTarget.value === now) event.preventDefault();
        }}
        // The one that stands already is taken too, and changes nothing.
        onOptionSubmit={(section) => {
          if (section !== NEW) onDone?.();
        }}
        onSearchChange={setText}
        // Tab only passes by.
        openOnFocus={false}
        placeholder={placeholder}
        searchable
        searchValue={text}
        selectFirstOptionOnChange
        // Nothing is chosen yet, or the list opens for what is typed: else the list forgets, a moment after it opened,
        // what an arrow key chose or what matched by then.
        selectFirstOptionOnDropdownOpen={now === null || isTyping}
        tabIndex={stop ? 0 : -1}
        title={now ?? undefined}
        value={now}
      />
      {/* A field cuts its text at the end, where sections differ: away from the keyboard the name stands over it. */}
      {now === null ? null : (
        <span aria-hidden="true" className={css.fieldText}>
          <MiddleEllipsis text={now} />
        </span>
      )}
    </span>
  );
}
