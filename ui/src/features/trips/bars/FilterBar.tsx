/** The filters as pills: what is set, and menus of what can be set. They rule everything below. */

import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useShortcut } from "../../../shared/keyboard";
import { FilterPill, SearchField } from "../../../shared/parts";
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
  const field = useRef<HTMLInputElement>(null);
  useShortcut("find", () => field.current?.focus());
  useShortcut("findSlash", () => field.current?.focus());
  return (
    <SearchField
      className={css.search}
      hint={t("filters.search")}
      label={t("filters.search")}
      onText={(typed) => setFilter("text", { text: typed === "" ? null : typed })}
      pauseMs={typedMs}
      ref={field}
      text={text ?? ""}
    />
  );
}
