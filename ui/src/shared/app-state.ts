/** State that is read at start and follows events: version, region, settings, connections. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ConnectionInfo,
  type Failure,
  failureOf,
  type InitialState,
  keys,
  type Language,
  type ManagedSetting,
  type Online,
  type Settings,
  useBridge,
} from "../ipc";
import { rowHeights } from "./theme/tokens";

/** The entry reads the state before the first picture, so screens always have it. */
export function useAppState(): InitialState {
  const bridge = useBridge();
  const { data } = useQuery({
    queryKey: keys.appState,
    queryFn: () => bridge.appState(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) throw new Error("A screen was shown before the state was read.");
  return data;
}

/** The language of the window: as chosen in the settings, else that of the computer. */
export function languageOf({ settings, systemLanguage }: InitialState): Language {
  return settings.language === "system" ? systemLanguage : settings.language;
}

/** The language of the window, for what the desktop side writes in it. */
export function useLanguage(): Language {
  return languageOf(useAppState());
}

/** Returns true where the administrator of this computer set it, so that it cannot be changed here. */
export function useIsManaged(setting: ManagedSetting): boolean {
  return useAppState().managed.settings.includes(setting);
}

/** The connection in use, if there is one. */
export function useConnection(): ConnectionInfo | null {
  return useAppState().connections.find((connection) => connection.active) ?? null;
}

/** Returns the reachability of the server and the use of a connection; `undefined` until it is known. */
export function useOnline(): Online | undefined {
  const bridge = useBridge();
  return useQuery({ queryKey: keys.online, queryFn: () => bridge.online(), staleTime: Number.POSITIVE_INFINITY }).data;
}

/** The last day on which what goes now is in History. */
export function useKeptUntil(): Date {
  const { historyDays } = useAppState().limits;
  const until = new Date();
  until.setDate(until.getDate() + historyDays);
  return until;
}

/** Height of a table row in pixels as drawn: density times text size. For virtual lists. */
export function useRowHeight(): number {
  const { density, textSizePercent } = useAppState().settings;
  return Math.round((rowHeights[density] * textSizePercent) / 100);
}

/** Sizes of text that can be chosen, in percent. */
export const textSizes = [90, 100, 110, 125, 150] as const;

/** Changes some settings: shown at once, kept by the desktop side. Answers why they were not kept, and shows those before. */
export function useChangeSettings(): (change: Partial<Settings>) => Promise<Failure | null> {
  const bridge = useBridge();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: (settings: Settings) => bridge.setSettings(settings) });
  return async (change) => {
    const state = queries.getQueryData<InitialState>(keys.appState);
    if (state === undefined) return null;
    const show = (settings: Settings) =>
      queries.setQueryData<InitialState>(keys.appState, (now) => (now ? { ...now, settings } : now));
    const settings = { ...state.settings, ...change };
    show(settings);
    try {
      await mutateAsync(settings);
      return null;
    } catch (error) {
      show(state.settings);
      return failureOf(error);
    }
  };
}
