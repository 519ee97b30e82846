/** Menus behind the pills: one value of a part, or the days of a period. */

import { Button, Popover, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { matches, searchable, words } from "../../../shared/fold";
import { DayField, FilterPill } from "../../../shared/parts";
import type { FilterPart } from "../model/filter";
import { dayIn, daysOf, namedPeriods } from "../model/periods";
import { setFilter } from "../model/store";
import { useTripsState } from "../queries";
import css from "../trips.module.css";
import { useChoices } from "../use-choices";
import { useTripFormats } from "../use-trip-formats";

/** More values than anybody reads through: the rest is found by typing. */
const most = 100;

/** Parts that are set by values of a menu. */
export type ListedPart = Exclude<FilterPart, "text" | "problem">;

export function FilterMenu({ part }: { part: ListedPart }) {
  const { t } = useTranslation("trips");
  const [open, setOpen] = useState(false);
  return (
    <Popover onChange={setOpen} opened={open} position="bottom-start" trapFocus>
      <Popover.Target>
        <FilterPill icon="down" label={t(`part.${part}`)} on={false} onToggle={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown>{open ? <FilterValues onDone={() => setOpen(false)} part={part} /> : null}</Popover.Dropdown>
    </Popover>
  );
}

/** What a part can be set to: the days of a period, else one of its values. */
export function FilterValues({ part, onDone }: { part: ListedPart; onDone: () => void }) {
  return part === "period" ? <Period onDone={onDone} /> : <Choices onDone={onDone} part={part} />;
}

function Choices({ part, onDone }: { part: Parameters<typeof useChoices>[0]; onDone: () => void }) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const choices = useChoices(part).filter(({ choice }) => choice !== null);
  const [typed, setTyped] = useState("");
  const wanted = words(typed);
  const fitting = choices
    .filter(({ label }) => matches(searchable(label), wanted))
    .sort((a, b) => (b.figures?.trips ?? 0) - (a.figures?.trips ?? 0));
  return (
    <div className={css.popup}>
      <TextInput
        aria-label={t("filters.find", { what: t(`part.${part}`) })}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder={t("filters.find", { what: t(`part.${part}`) })}
        value={typed}
      />
      <div className={css.options}>
        {fitting.length === 0 ? <p className="fd-small fd-ink2">{t("filters.none")}</p> : null}
        {fitting.slice(0, most).map(({ id, label, choice, figures }) => (
          <button
            className={css.option}
            key={id}
            onClick={() => {
              setFilter(part, choice ?? {});
              onDone();
            }}
            type="button"
          >
            <span className={css.cut}>{label}</span>
            {figures === null ? null : <span className="fd-ink2">{formats.number(figures.trips)}</span>}
          </button>
        ))}
        {fitting.length > most ? (
          <p className="fd-small fd-ink2">{t("filters.more", { count: fitting.length - most })}</p>
        ) : null}
      </div>
    </div>
  );
}

function Period({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("trips");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const wrong = from !== "" && to !== "" && to < from;
  const today = dayIn(useTripsState().data?.zone, new Date());
  return (
    <form
      className={css.popup}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong || (from === "" && to === "")) return;
        setFilter("period", { from: from || null, to: to || null });
        onDone();
      }}
    >
      <div className={css.named}>
        {namedPeriods.map((name) => (
          <Button
            key={name}
            onClick={() => {
              setFilter("period", daysOf(name, today));
              onDone();
            }}
            size="compact-sm"
          >
            {t(`periods.${name}`)}
          </Button>
        ))}
      </div>
      <DayField data-autofocus label={t("form.from")} onDay={setFrom} value={from} />
      <DayField error={wrong ? t("form.order") : undefined} label={t("form.to")} onDay={setTo} value={to} />
      <Button disabled={wrong || (from === "" && to === "")} type="submit" variant="filled">
        {t("filters.apply")}
      </Button>
    </form>
  );
}
