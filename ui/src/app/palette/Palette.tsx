/** Ctrl K: go anywhere, run any command. It changes nothing by itself; acts open their normal preview. */

import "@mantine/spotlight/styles.layer.css";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { showTarget } from "../../features/documents";
import { type ConnectionInfo, keys, useBridge } from "../../ipc";
import { useAppState, useConnection } from "../../shared/app-state";
import { type Command, useCommandStore } from "../../shared/commands";
import { Icon, Keys } from "../../shared/parts";
import { findPlaces, fold, type Place } from "../../shared/places";

import css from "./palette.module.css";

export function Palette({ turn }: { turn: number }) {
  const { t } = useTranslation("shell");
  const bridge = useBridge();
  const navigate = useNavigate();
  const connected = useConnection() !== null;
  const { connections } = useAppState();
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed);
  const projects = useQuery({ queryKey: keys.projects, queryFn: () => bridge.listProjects(false), enabled: connected });
  const orders = useQuery({
    queryKey: keys.knownWorkOrders,
    queryFn: () => bridge.listKnownWorkOrders(),
    enabled: connected,
  });
  const sets = useCommandStore((store) => store.sets);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn of the key opens it
  useEffect(() => spotlight.open(), [turn]);

  const switches: Command[] = connections.filter((c) => !c.active).map((c) => switchTo(c));
  function switchTo(connection: ConnectionInfo): Command {
    return {
      id: `switch ${connection.name}`,
      label: t("palette.switchTo", { name: connection.name }),
      icon: "again",
      run: () => void bridge.activateConnection(connection.name),
    };
  }
  const words = fold(query).split(/\s+/);
  const commands = [...[...sets.values()].flat(), ...switches].filter(({ label }) =>
    words.every((word) => fold(label).includes(word)),
  );
  const places = findPlaces(projects.data?.projects ?? [], orders.data ?? [], query);
  const goTo = ({ project, workOrder }: Place) => {
    showTarget({ project: project.id, workOrder: workOrder?.id ?? null });
    void navigate({ to: "/documents" });
  };

  return (
    <Spotlight.Root
      centered={false}
      classNames={{ content: css.content ?? "" }}
      clearQueryOnClose
      onQueryChange={setTyped}
      overlayProps={{ blur: 0, backgroundOpacity: 0.25 }}
      query={typed}
      scrollable
      shortcut={null}
      size="40rem"
      transitionProps={{ duration: 0 }}
      yOffset="12vh"
    >
      <Spotlight.Search
        aria-label={t("findAnything")}
        classNames={{ input: css.search ?? "" }}
        leftSection={<Icon name="search" size={18} />}
        placeholder={t("palette.placeholder")}
      />
      <Spotlight.ActionsList className={css.list}>
        {places.length > 0 ? (
          <Spotlight.ActionsGroup
            className={css.group ?? ""}
            label={query.trim() === "" ? t("palette.recent") : t("palette.projects")}
          >
            {places.map((place) => (
              <PlaceAction key={place.workOrder?.id ?? place.project.id} onChoose={() => goTo(place)} place={place} />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {commands.length > 0 ? (
          <Spotlight.ActionsGroup className={css.group ?? ""} label={t("palette.actions")}>
            {commands.map(({ id, label, icon, keys: shown, run }) => (
              <Spotlight.Action className={css.action} key={id} onClick={run}>
                <span className={css.icon}>{icon ? <Icon name={icon} size={18} /> : null}</span>
                <span className={css.label}>{label}</span>
                {shown ? <Keys>{shown}</Keys> : null}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {places.length === 0 && commands.length === 0 ? (
          <Spotlight.Empty className={css.empty}>{t("palette.nothing", { query })}</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function PlaceAction({ place: { project, workOrder }, onChoose }: { place: Place; onChoose: () => void }) {
  const { t } = useTranslation("shell");
  const shown = workOrder ?? project;
  return (
    <Spotlight.Action className={css.action} onClick={onChoose}>
      <span className={css.icon}>
        <Icon name={workOrder ? "right" : "documents"} size={18} />
      </span>
      <b>{shown.number}</b>
      <span className={css.label}>{shown.name}</span>
      {workOrder ? <span className="fd-small fd-ink3">{project.number}</span> : null}
      {shown.active ? null : <span className="fd-small fd-ink3">{t("palette.inactive")}</span>}
    </Spotlight.Action>
  );
}
