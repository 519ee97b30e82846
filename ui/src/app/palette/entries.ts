/** Entries of *Find anything* for the typed text, in groups; Enter takes the first. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type ConnectionInfo, type FoundUser, keys, type SearchResults, type Target, useBridge } from "../../ipc";
import { useAppState, useConnection } from "../../shared/app-state";
import { type Command, useCommandStore } from "../../shared/commands";
import { matches, searchable, words } from "../../shared/fold";
import type { IconName } from "../../shared/parts";
import { findPlaces, type Place } from "../../shared/places";
import { useSwitch } from "../../shared/use-switch";
import { useGuideCommands } from "./guide";
import { useSettingCommands } from "./settings";

export interface Entry {
  key: string;
  icon?: IconName | undefined;
  /** Stands before the label, in bold. */
  number?: string | undefined;
  label: string;
  /** Place of the thing found. */
  detail?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

export interface Group {
  name: "recent" | "projects" | "files" | "machines" | "users" | "folders" | "actions" | "settings" | "guide";
  entries: Entry[];
}

export interface Found {
  groups: Group[];
  /** True once all of it is for the text in the field now. */
  settled: boolean;
  /** Machines and users are still being read for the first time. */
  reading: boolean;
  results: SearchResults | undefined;
}

/** Searches projects, work orders and everything remembered; commands and settings by their names. */
export function useEntries(typed: string): Found {
  const { t } = useTranslation("shell");
  const bridge = useBridge();
  const connected = useConnection() !== null;
  const { connections } = useAppState();
  const go = useGoTo();
  const switchTo = useSwitch();
  const text = typed.trim();
  const projects = useQuery({ queryKey: keys.projects, queryFn: () => bridge.listProjects(false), enabled: connected });
  const orders = useQuery({
    queryKey: keys.knownWorkOrders,
    queryFn: () => bridge.listKnownWorkOrders(),
    enabled: connected,
    // More of them are known by now than when the window was opened.
    staleTime: 0,
  });
  const found = useQuery({
    queryKey: keys.find(text),
    queryFn: () => bridge.findAnything(text),
    enabled: connected && text !== "",
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const neverRead = useFirstReading(connected);
  const sets = useCommandStore((store) => store.sets);
  const settings = useSettingCommands(text);
  const chapters = useGuideCommands(text);

  const switches = connections
    .filter((connection) => !connection.active)
    .map(
      (connection: ConnectionInfo): Command => ({
        id: `switch ${connection.name}`,
        label: t("palette.switchTo", { name: connection.name }),
        icon: "again",
        run: () => switchTo(connection),
      }),
    );
  const wanted = words(text);
  const commands = [...[...sets.values()].flat(), ...switches].filter(({ label }) =>
    matches(searchable(label), wanted),
  );
  const places = findPlaces(projects.data?.projects ?? [], orders.data ?? [], text);
  const results = text === "" ? undefined : found.data;
  const groups: Group[] = [
    {
      name: text === "" ? "recent" : "projects",
      entries: places.map((place) => placeEntry(place, t("palette.inactive"), go.target)),
    },
    {
      name: "files",
      entries: (results?.files ?? []).map((file) => ({
        key: `file ${file.id}`,
        icon: "open",
        label: file.shownName,
        detail: [file.place, file.section].filter(Boolean).join(" · "),
        run: () => go.file(file.target, file.id),
      })),
    },
    {
      name: "machines",
      entries: (results?.machines ?? []).map(({ id, number, name }) => ({
        key: `machine ${id}`,
        icon: "machine",
        number,
        label: name,
        run: () => go.machine(id),
      })),
    },
    {
      name: "users",
      entries: (results?.users ?? []).map(({ employeeNumber, name, machines }) => ({
        key: `user ${employeeNumber}`,
        icon: "people",
        label: name,
        detail: [employeeNumber, t("palette.responsibleFor", { count: machines })].join(" · "),
        run: () => void go.user({ employeeNumber, name }),
      })),
    },
    {
      name: "folders",
      entries: (results?.folders ?? []).map(({ id, name, place }) => ({
        key: `folder ${id}`,
        icon: "synced",
        label: name,
        detail: place,
        run: () => go.folder(id),
      })),
    },
    { name: "actions", entries: commands.map(commandEntry) },
    { name: "settings", entries: settings.map(commandEntry) },
    { name: "guide", entries: chapters.map(commandEntry) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    settled: !connected || text === "" || !(found.isPending || found.isPlaceholderData),
    reading: connected && !neverRead.isFetched,
    results,
  };
}

/**
 * Reads machines, and the users among their people, for the first time, as opening *Machines* would: unread ones cannot
 * be found. A client that may not read them sees so there.
 */
function useFirstReading(enabled: boolean) {
  const bridge = useBridge();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["machines", "firstReading"],
    queryFn: async () => {
      const { state } = await bridge.listMachines(0, 0);
      if (state.readAt !== null || state.failure !== null) return null;
      await bridge.refreshMachines();
      await queries.invalidateQueries({ queryKey: keys.find("").slice(0, 1) });
      return null;
    },
    enabled,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

function placeEntry({ project, workOrder }: Place, inactive: string, open: (target: Target) => void): Entry {
  const shown = workOrder ?? project;
  const detail = [workOrder ? project.number : "", shown.active ? "" : inactive].filter(Boolean).join(" · ");
  return {
    key: `place ${workOrder?.id ?? project.id}`,
    icon: workOrder ? "right" : "documents",
    number: shown.number ?? undefined,
    label: shown.name ?? "",
    detail,
    run: () => open({ project: project.id, workOrder: workOrder?.id ?? null }),
  };
}

const commandEntry = ({ id, icon, label, keys: shown, run }: Command): Entry => ({
  key: `command ${id}`,
  icon,
  label,
  keys: shown,
  run,
});

function useGoTo() {
  const bridge = useBridge();
  const navigate = useNavigate();
  return {
    // The screen comes after what it is to show, so that it does not list another project first.
    target: (target: Target) =>
      void import("../../features/documents").then((documents) => {
        documents.showTarget(target);
        void navigate({ to: "/documents" });
      }),
    file: (target: Target, id: string) =>
      void import("../../features/documents").then((documents) => {
        documents.showFile(target, id);
        void navigate({ to: "/documents" });
      }),
    folder: (folder: string) => void navigate({ to: "/folders/$folder/$tab", params: { folder, tab: "worst" } }),
    machine: (id: string) => {
      void import("../../features/machines").then((machines) => machines.showMachine(id));
      void navigate({ to: "/machines" });
    },
    /** Shows, where the client may not read users, the machines that the user is responsible for. */
    user: async (user: Pick<FoundUser, "employeeNumber" | "name">) => {
      const users = await import("../../features/users");
      if (await users.showUser(bridge, user)) return navigate({ to: "/users" });
      const machines = await import("../../features/machines");
      machines.searchMachines(user.name);
      return navigate({ to: "/machines" });
    },
  };
}
