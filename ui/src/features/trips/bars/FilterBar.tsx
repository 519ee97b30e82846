/** The filters as pills: what is set, and menus of what can be set. They rule everything below. */

import { Button, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShortcut } from "../../../shared/keyboard";
import { FilterPill, Icon } from "../../../shared/parts";
import { filterParts, isSet, setParts } from "../model/filter";
import { clearFilters, releaseFilter, setFilter, useTripFilter } from "../model/store";
import css from "../trips.module.css";
import { useFilterWords } from "../use-choices";
import { ChoiceMenu, PeriodMenu } from "./FilterMenus";

/** After the last key, so that not every letter reads all trips. */
const typedMs = 300;

export function FilterBar() {
  const { t } = useTranslation("trips");
  const filter = useTripFilter();
  const words = useFilterWords();
  const set = setParts(filter).filter((part) => part !== "text");
  return (
    <div className={css.filters} data-pane="filters">
      <Search />
      {set.map((part) => (
        <FilterPill
          aria-label={t("filters.release", { filter: `${t(`part.${part}`)}: ${words(part)}` })}
          icon="close"
          key={part}
          label={words(part)}
          on
          onToggle={() => releaseFilter(part)}
          style={{ maxWidth: "20rem" }}
          title={`${t(`part.${part}`)}: ${words(part)}`}
        />
      ))}
      {filterParts.map((part) => {
        if (isSet(filter, part) || part === "text" || part === "problem") return null;
        return part === "period" ? <PeriodMenu key={part} /> : <ChoiceMenu key={part} part={part} />;
      })}
      {set.length + (filter.text === null ? 0 : 1) === 0 ? null : (
        <Button className={css.clear} onClick={clearFilters} size="xs" variant="subtle">
          {t("filters.clear")}
        </Button>
      )}
    </div>
  );
}

function Search() {
  const { t } = useTranslation("trips");
  const { text } = useTripFilter();
  const [typed, setTyped] = useState(text ?? "");
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useShortcut("find", () => field?.focus());
  useShortcut("findSlash", () => field?.focus());
  useEffect(() => {
    const wanted = typed.trim() === "" ? null : typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => setFilter("text", { text: wanted }), typedMs);
    return () => clearTimeout(timer);
  }, [typed, text]);
  // Cleared elsewhere: with the other filters.
  useEffect(() => {
    if (text === null) setTyped("");
  }, [text]);
  return (
    <TextInput
      aria-label={t("filters.search")}
      className={css.search}
      leftSection={<Icon name="search" size={15} />}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || typed === "") return;
        event.preventDefault();
        setTyped("");
      }}
      placeholder={t("filters.search")}
      ref={setField}
      spellCheck={false}
      value={typed}
    />
  );
}
