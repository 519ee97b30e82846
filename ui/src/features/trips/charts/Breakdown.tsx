/** Quantities by mass type, machine, driver or route, with bars; m³ and tonnes apart. A click filters. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { hasChoice, isSet, without } from "../model/filter";
import { type Item, type Quantity, ranked, uncounted } from "../model/groups";
import { breakdowns, setTripsView, toggleFilter, useTripFilter, useTripsView } from "../model/store";
import { useDistributions } from "../queries";
import { type Choice, useChoices } from "../use-choices";
import type { Colours } from "../use-colours";
import { useTripFormats } from "../use-trip-formats";
import { Card, ChartTable } from "./Card";
import { CardMenu } from "./CardMenu";
import css from "./charts.module.css";

/** More bars than anybody reads: the table has all. */
const most = 60;

export function Breakdown({ colours }: { colours: Colours }) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const breakdown = useTripsView((view) => view.breakdown);
  const choices = useChoices(breakdown);
  const items = useMemo(
    () =>
      choices.flatMap(({ id, label, figures }): Item[] => (figures === null ? [] : [{ id, key: id, label, figures }])),
    [choices],
  );
  return (
    <Card
      name="breakdown"
      side={
        <CardMenu
          choices={breakdowns.map((name) => ({ name, label: t(`breakdown.${name}`) }))}
          chosen={breakdown}
          label={t("breakdown.choose")}
          onChoose={(name) => setTripsView({ breakdown: name })}
        />
      }
      title={t(`breakdown.${breakdown}`)}
      untitled
    >
      {(table) =>
        table ? (
          <ChartTable
            heads={[t(`part.${breakdown}`), t("trips"), "m³", t("tonnes")]}
            rows={items.map(({ label, figures }) => [
              label,
              formats.number(figures.trips),
              formats.quantity(figures.m3),
              formats.quantity(figures.tonnes),
            ])}
          />
        ) : (
          <div className={css.lists}>
            <Counted choices={choices} colours={colours} items={items} quantity="m3" />
            <Counted choices={choices} colours={colours} items={items} quantity="tonnes" />
            <Uncounted items={items} />
            {breakdown === "massType" ? <OtherUnits /> : null}
            <p className={css.never}>{t("never")}</p>
          </div>
        )
      }
    </Card>
  );
}

type CountedProps = { items: readonly Item[]; choices: readonly Choice[]; quantity: Quantity; colours: Colours };

function Counted({ items, choices, quantity, colours }: CountedProps) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const filter = useTripFilter();
  const breakdown = useTripsView((view) => view.breakdown);
  const bars = ranked(items, quantity);
  const choiceOf = new Map(choices.map(({ id, choice }) => [id, choice]));
  if (bars.length === 0) return null;
  const unit = quantity === "m3" ? "m³" : "t";
  return (
    <>
      <h3 className={css.listTitle}>{t(`counted.${quantity}`)}</h3>
      {bars.slice(0, most).map(({ item: { id, label }, amount, share }) => {
        const choice = choiceOf.get(id) ?? null;
        const on = choice !== null && hasChoice(filter, choice);
        const faded = isSet(filter, breakdown) && !on;
        const colour = breakdown === "massType" ? colours.of(id) : colours.others;
        return (
          <button
            aria-pressed={on}
            className={css.item}
            data-faded={faded || undefined}
            disabled={choice === null}
            key={id}
            onClick={() => toggleFilter(breakdown, choice ?? {})}
            type="button"
          >
            {breakdown === "massType" ? <span className={css.dot} style={{ background: colour }} /> : null}
            <span className={css.itemName} title={label}>
              {label}
            </span>
            <b className={css.amount}>
              {formats.quantity(amount)} {unit}
            </b>
            <span className={css.bar}>
              <span style={{ background: colour, width: `${share * 100}%` }} />
            </span>
          </button>
        );
      })}
      {bars.length > most ? <p className={css.never}>{t("breakdown.more", { count: bars.length - most })}</p> : null}
    </>
  );
}

/** Groups of trips without a quantity are named, so that none seems missing. */
function Uncounted({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation("trips");
  const rest = uncounted(items);
  if (rest.length === 0) return null;
  const trips = rest.reduce((sum, { figures }) => sum + figures.trips, 0);
  return (
    <>
      <h3 className={css.listTitle}>{t("counted.none")}</h3>
      <p className="fd-small">
        {rest.map(({ label }) => label).join(", ")} · {t("count", { count: trips, shown: String(trips) })}
      </p>
    </>
  );
}

/** Units that are neither m³ nor tonnes; each in its own sum. */
function OtherUnits() {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const units = useDistributions(without(useTripFilter(), "massType")).data?.otherUnits ?? [];
  if (units.length === 0) return null;
  return (
    <>
      <h3 className={css.listTitle}>{t("counted.otherUnits")}</h3>
      {units.map(({ unit, trips, quantity }) => (
        <p className={css.other} key={unit ?? ""}>
          <span className={css.itemName}>{unit ?? t("notKnown")}</span>
          <span>
            <b>{formats.quantity(quantity)}</b> · {t("count", { count: trips, shown: formats.number(trips) })}
          </span>
        </p>
      ))}
    </>
  );
}
