/** The filters as pills on one line: what is set, and menus of what can be set. They rule everything below. */

import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useShortcut } from "../../../shared/keyboard";
import { FilterPill, SearchField } from "../../../shared/parts";
import { useFirstLine } from "../../../shared/parts/use-first-line";
import { type FilterPart, filterParts, isSet, setParts } from "../model/filter";
import { clearFilters, releaseFilter, setFilter, useTripFilter } from "../model/store";
import css from "../trips.module.css";
import { useFilterWords } from "../use-choices";
import { FilterMenu } from "./FilterMenus";
import { MoreFilters } from "./MoreFilters";

/** After the last key, so that not every letter reads all trips. */
const typedMs = 300;

export function FilterBar() {
  const { t } = useTranslation("trips");
  const filter = useTripFilter();
  const set = setParts(filter).filter((part) => part !== "text");
  const listed = filterParts.filter((part) => part !== "text" && part !== "problem");
  const unset = listed.filter((part) => !isSet(filter, part));
  const parts = [...set, ...unset];
  const { line, menu, fitting } = useFirstLine(parts.length);
  const rest = parts.slice(fitting);
  return (
    <div className={css.filters} data-pane="filters">
      <Search />
      <div className={css.pills} data-filters ref={line}>
        {set.map((part, at) => (
          <span className={at < fitting ? undefined : css.noRoom} key={part}>
            <SetPill part={part} />
          </span>
        ))}
        {unset.map((part, at) => (
          <span className={set.length + at < fitting ? undefined : css.noRoom} key={part}>
            <FilterMenu part={part} />
          </span>
        ))}
      </div>
      {rest.length === 0 ? null : <MoreFilters parts={rest} ref={menu} />}
      {set.length + (filter.text === null ? 0 : 1) === 0 ? null : (
        <Button className={css.clear} onClick={clearFilters} size="xs" variant="subtle">
          {t("filters.clear")}
        </Button>
      )}
    </div>
  );
}

/** A filter that is set: it goes with a click. */
function SetPill({ part }: { part: FilterPart }) {
  const { t } = useTranslation("trips");
  const words = useFilterWords();
  const named = `${t(`part.${part}`)}: ${words(part)}`;
  return (
    <FilterPill
      aria-label={t("filters.release", { filter: named })}
      icon="close"
      label={words(part)}
      on
      onToggle={() => releaseFilter(part)}
      style={{ maxWidth: "20rem" }}
      title={named}
    />
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
