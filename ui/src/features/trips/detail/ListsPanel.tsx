/** The locations and mass types that trips name, as the server lists them. */

import { SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, keys, type TripLocationRow, type TripMassTypeRow, useBridge } from "../../../ipc";
import { matches, searchable, words } from "../../../shared/fold";
import { FailureNote, SidePanel, Skeleton } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import css from "./detail.module.css";

const most = 300;

type Row = { id: string; name: string | null } & Partial<Omit<TripLocationRow & TripMassTypeRow, "id" | "name">>;

export function ListsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const { decimal } = useFormats();
  const [list, setList] = useState<"locations" | "massTypes">("locations");
  const [typed, setTyped] = useState("");
  const { data, error } = useQuery({
    queryKey: keys.tripPart(list),
    queryFn: (): Promise<Row[]> => (list === "locations" ? bridge.tripLocations() : bridge.tripMassTypes()),
  });
  const kinds: Readonly<Record<string, string>> = {
    load: t("map.load"),
    dump: t("map.dump"),
    both: `${t("map.load")}, ${t("map.dump")}`,
  };
  const facts = ({ latitude, longitude, locationType, unitOfMeasureText, density }: Row): string[] => [
    ...(locationType == null ? [] : [kinds[locationType] ?? locationType]),
    ...(latitude == null || longitude == null ? [] : [`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`]),
    ...(unitOfMeasureText == null ? [] : [unitOfMeasureText]),
    ...(density == null ? [] : [`${decimal(density)} t/m³`]),
  ];
  const wanted = words(typed);
  const found = (data ?? []).filter(({ id, name }) => matches(searchable(`${name ?? ""} ${id}`), wanted));
  return (
    <SidePanel onClose={onClose} title={t("lists.open")}>
      <div className={css.listHead}>
        <SegmentedControl
          aria-label={t("lists.choose")}
          data={(["locations", "massTypes"] as const).map((value) => ({ value, label: t(`lists.${value}`) }))}
          fullWidth
          onChange={(value) => setList(value as typeof list)}
          value={list}
        />
        <TextInput
          aria-label={t("lists.search")}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t("lists.search")}
          value={typed}
        />
      </div>
      {error === null ? null : <FailureNote failure={failureOf(error)} />}
      {data === undefined && error === null ? <Skeleton rows={10} /> : null}
      {data === undefined ? null : <p className="fd-small fd-ink2">{t("lists.count", { count: found.length })}</p>}
      <ul className={css.list}>
        {found.slice(0, most).map((row) => (
          <li key={row.id}>
            <span>{row.name ?? t("notKnown")}</span>
            <span className="fd-small fd-ink2 fd-copyable">
              {facts(row).map((fact) => `${fact} · `)}
              <span className="fd-mono">{row.id}</span>
            </span>
          </li>
        ))}
      </ul>
      {found.length > most ? (
        <p className="fd-small fd-ink2">{t("filters.more", { count: found.length - most })}</p>
      ) : null}
    </SidePanel>
  );
}
