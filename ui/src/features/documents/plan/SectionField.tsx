/** The section a file goes to: one of the page's, one made for another row, or a new one. */

import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import css from "./plan.module.css";

type Props = {
  label: string;
  /** Label of the field that takes a new section's name. */
  newLabel: string;
  placeholder: string;
  section: string | null;
  sections: string[];
  onChange: (section: string) => void;
  /** Whether Tab stops at it. */
  stop: boolean;
};

/** Not a name that a section can have: names have no control characters. */
const NEW = "\u0000new";

export function SectionField({ label, newLabel, placeholder, section: now, sections, onChange, stop }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const [making, setMaking] = useState(false);
  if (making)
    return (
      <TextInput
        aria-label={newLabel}
        autoFocus
        className={css.field}
        data-keeps-escape
        onBlur={(event) => {
          const name = event.currentTarget.value.trim();
          setMaking(false);
          if (name !== "") onChange(name);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key !== "Escape") return;
          event.currentTarget.value = "";
          event.currentTarget.blur();
        }}
        placeholder={t("newSectionName")}
      />
    );
  return (
    <Select
      aria-label={label}
      className={css.field}
      data={[...sections, { value: NEW, label: t("newSection") }]}
      maxDropdownHeight={300}
      onChange={(section) => {
        if (section === NEW) setMaking(true);
        else if (section !== null && section !== now) onChange(section);
      }}
      placeholder={placeholder}
      // Nothing is chosen yet: else the list forgets, a moment after it opened, what an arrow key chose by then.
      selectFirstOptionOnDropdownOpen={now === null}
      tabIndex={stop ? 0 : -1}
      value={now}
    />
  );
}
