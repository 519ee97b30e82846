/** A project or a work order, found by number or name; one that fits the folder's name stands on top. */

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, keys, useBridge } from "../../../ipc";
import { FailureNote, Icon } from "../../../shared/parts";
import { findPlaces, PLACES, type Place } from "../../../shared/places";
import { offered, suggestion } from "./model";
import css from "./wizard.module.css";

type Props = { /** The folder's, whose name may fit a project. */ path: string; onChoose: (place: Place) => void };

export function PlacePicker({ path, onChoose }: Props) {
  const { t } = useTranslation("sync", { keyPrefix: "wizard" });
  const { t: shell } = useTranslation("shell");
  const bridge = useBridge();
  const [typed, setTyped] = useState("");
  const projects = useQuery({ queryKey: keys.projects, queryFn: () => bridge.listProjects(false) });
  const orders = useQuery({ queryKey: keys.knownWorkOrders, queryFn: () => bridge.listKnownWorkOrders() });
  const known = projects.data?.projects ?? [];
  const found = findPlaces(known, orders.data ?? [], typed);
  const shown = typed === "" ? offered(known, found) : found;
  const fits = typed === "" ? suggestion(known, path) : null;
  const places = fits === null ? shown : [fits, ...shown.filter(({ project }) => project.id !== fits.project.id)];
  // How many match is not told, only that no more of them are listed.
  const isFull = found.length >= PLACES;
  const onKeyDown = (event: KeyboardEvent) => {
    const first = places[0];
    if (event.key !== "Enter") return;
    // Not the button of a form around it.
    event.preventDefault();
    if (first !== undefined && typed !== "") onChoose(first);
  };
  return (
    <div className={css.fields}>
      <TextInput
        aria-label={t("search")}
        autoFocus
        className={css.search}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t("search")}
        spellCheck={false}
        value={typed}
      />
      {projects.error === null ? null : <FailureNote failure={failureOf(projects.error)} />}
      {typed === "" && found.length > 0 ? <span className="fd-small fd-ink3">{t("recent")}</span> : null}
      <ul className={css.places}>
        {places.map((place) => {
          const { project, workOrder } = place;
          const named = workOrder ?? project;
          return (
            <li key={workOrder?.id ?? project.id}>
              <button className={css.place} onClick={() => onChoose(place)} type="button">
                <Icon name={workOrder === null ? "documents" : "right"} size={18} />
                <b>{named.number}</b>
                <span className={css.placeName}>{named.name}</span>
                {workOrder === null ? null : <span className="fd-small fd-ink3">{project.number}</span>}
                {place === fits ? <span className="fd-small fd-ink3">{t("suggested")}</span> : null}
                {named.active ? null : <span className="fd-small fd-ink3">{shell("palette.inactive")}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {typed === "" && places.length < known.length ? (
        <p className="fd-small fd-ink2">{t("someShown", { shown: places.length, count: known.length })}</p>
      ) : null}
      {typed !== "" && isFull ? <p className="fd-small fd-ink2">{t("matchesShown", { count: found.length })}</p> : null}
      {typed !== "" && places.length === 0 ? <p className="fd-small fd-ink2">{t("noPlace")}</p> : null}
    </div>
  );
}
