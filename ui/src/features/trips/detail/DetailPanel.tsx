/** All of one trip: quantity and state, both ends with both clocks, and every field of the record. */

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, keys, type TripField, type TripRow, useBridge } from "../../../ipc";
import { useLanguage } from "../../../shared/app-state";
import { FailureNote, SidePanel, Skeleton } from "../../../shared/parts";
import { useTripText } from "../grid/use-columns";
import { useTripFormats } from "../use-trip-formats";
import { coordinatesOf } from "./coordinates";
import css from "./detail.module.css";
import { PlacesMap } from "./PlacesMap";
import { useFieldText } from "./use-field-text";

type Props = { id: string; zone: string; onClose: () => void };

export function DetailPanel({ id, zone, onClose }: Props) {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const language = useLanguage();
  const { data, error } = useQuery({
    queryKey: keys.tripPart("trip", id, language),
    queryFn: () => bridge.tripDetail(id, language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = useTripText();
  const frame = useRef<HTMLDivElement>(null);
  const shown = data !== undefined;
  // Esc and Tab are for the panel that was opened, as with machines.
  useEffect(() => {
    if (shown && id !== "") frame.current?.querySelector<HTMLElement>("aside")?.focus();
  }, [shown, id]);
  const title = data === undefined ? t("detail.title") : text.machine(data.row) || t("detail.title");
  return (
    <div className={css.slot} data-pane="panel" ref={frame}>
      <SidePanel onClose={onClose} readOnly title={title}>
        {error === null ? null : <FailureNote failure={failureOf(error)} />}
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={10} />
          ) : null
        ) : (
          <>
            <p className={css.lead}>
              <b>{text.quantity(data.row)}</b> {text.massType(data.row)}
            </p>
            <p>
              {text.state(data.row)}
              {text.driver(data.row) === "" ? "" : ` · ${text.driver(data.row)}`}
              {text.cycle(data.row) === "" ? "" : ` · ${text.cycle(data.row)}`}
              {text.distance(data.row) === "" ? "" : ` · ${text.distance(data.row)}`}
            </p>
            <Ends fields={data.fields} row={data.row} zone={zone} />
            <PlacesMap fields={data.fields} row={data.row} />
            <h3 className={css.part}>{t("detail.fields")}</h3>
            <Fields fields={data.fields} />
          </>
        )}
      </SidePanel>
    </div>
  );
}

function Ends({ row, fields, zone }: { row: TripRow; fields: readonly TripField[]; zone: string }) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  const end = (name: string, place: string | null, at: string | null, mark: ReactNode) => {
    const where = coordinatesOf(fields, `${name}Coordinates`);
    return (
      <div className={css.end}>
        {mark}
        <div>
          <p>
            <b>{place ?? t("notKnown")}</b>
          </p>
          {at === null ? <p className="fd-small">{t("notKnown")}</p> : null}
          {/* Where both clocks show the same, once is enough. */}
          {at === null || formats.exact(at) === formats.utc(at) ? null : (
            <p className="fd-small">{`${formats.exact(at)} (${zone})`}</p>
          )}
          {at === null ? null : <p className="fd-small fd-ink2">{`${formats.utc(at)} UTC`}</p>}
          <p className="fd-small fd-ink2 fd-copyable">
            {where === null ? t("detail.noPlace") : where.map((degree) => degree.toFixed(5)).join(", ")}
          </p>
        </div>
      </div>
    );
  };
  return (
    <div className={css.ends}>
      {end("load", row.from, row.loadedAt, <span aria-hidden="true" className={css.load} />)}
      {end("dump", row.to, row.dumpedAt, <span aria-hidden="true" className={css.dump} />)}
    </div>
  );
}

function Fields({ fields }: { fields: readonly TripField[] }) {
  const textOf = useFieldText();
  return (
    <dl className={css.fields}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.title ?? <span className="fd-mono">{field.name}</span>}</dt>
          <dd className="fd-copyable">{textOf(field)}</dd>
        </div>
      ))}
    </dl>
  );
}
