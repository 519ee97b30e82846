/** The locations and mass types that trips name, as the server lists them. */

import { SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, keys, useBridge } from "../../../ipc";
import { FailureNote, SidePanel, Skeleton } from "../../../shared/parts";
import { fold } from "../../../shared/places";
import css from "./detail.module.css";

const most = 300;

type Row = { id: string; name: string | null; latitude?: number | null; longitude?: number | null };

export function ListsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("trips");
  const bridge = useBridge();
  const [list, setList] = useState<"locations" | "massTypes">("locations");
  const [typed, setTyped] = useState("");
  const { data, error } = useQuery({
    queryKey: keys.tripPart(list),
    queryFn: (): Promise<Row[]> => (list === "locations" ? bridge.tripLocations() : bridge.tripMassTypes()),
  });
  const words = fold(typed).split(/\s+/);
  const found = (data ?? []).filter(({ id, name }) => {
    const text = fold(`${name ?? ""} ${id}`);
    return words.every((word) => text.includes(word));
  });
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
        {found.slice(0, most).map(({ id, name, latitude, longitude }) => (
          <li key={id}>
            <span>{name ?? t("notKnown")}</span>
            <span className="fd-small fd-ink2 fd-copyable">
              {latitude != null && longitude != null ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)} · ` : ""}
              <span className="fd-mono">{id}</span>
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
