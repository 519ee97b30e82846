/** The section a file goes to: one of the page's, one made for another row, or a new one. */

import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlanRow } from "../../../ipc";
import css from "./plan.module.css";

type Props = { row: PlanRow; sections: string[]; onChange: (section: string) => void };

/** Not a name that a section can have: names have no control characters. */
const NEW = "\u0000new";

export function SectionField({ row, sections, onChange }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const [making, setMaking] = useState(false);
  const label = t("sectionOf", { name: row.shownName });
  if (row.what === "unreadable") return null;
  if (making)
    return (
      <TextInput
        aria-label={t("newSectionFor", { name: row.shownName })}
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
        else if (section !== null && section !== row.section) onChange(section);
      }}
      placeholder={t("chooseSection")}
      tabIndex={-1}
      value={row.section}
    />
  );
}
