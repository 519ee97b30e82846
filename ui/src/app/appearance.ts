/** Makes the settings visible: colours, text size, language. Nothing is kept in the web view itself. */

import { type MantineColorScheme, type MantineColorSchemeManager, useMantineColorScheme } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type InitialState, keys, type Theme, useBridge } from "../ipc";
import { textSizes, useAppState, useChangeSettings, useLanguage } from "../shared/app-state";
import { readFields } from "../shared/fields";
import { speak } from "../shared/i18n";
import { useShortcut } from "../shared/keyboard";

const schemes: Record<Theme, MantineColorScheme> = { system: "auto", light: "light", dark: "dark" };

/** Gives Mantine the colours of the settings at the first picture; later changes go through `useAppearance`. */
export function schemeManager(queries: QueryClient): MantineColorSchemeManager {
  return {
    get: (fallback) => {
      const state = queries.getQueryData<InitialState>(keys.appState);
      return state ? schemes[state.settings.theme] : fallback;
    },
    set: () => {},
    subscribe: () => {},
    unsubscribe: () => {},
    clear: () => {},
  };
}

export function useAppearance(): void {
  const bridge = useBridge();
  const { settings } = useAppState();
  const language = useLanguage();
  const change = useChangeSettings();
  const { setColorScheme } = useMantineColorScheme();

  useEffect(() => setColorScheme(schemes[settings.theme]), [settings.theme, setColorScheme]);
  useEffect(() => {
    document.documentElement.style.fontSize = `${settings.textSizePercent}%`;
  }, [settings.textSizePercent]);
  useEffect(() => {
    // Without new titles the other words change all the same.
    void readFields(bridge, language)
      .catch(() => {})
      .then(() => speak(language));
  }, [bridge, language]);

  const step = (by: 1 | -1) => change({ textSizePercent: nextSize(settings.textSizePercent, by) });
  useShortcut("larger", () => step(1));
  useShortcut("smaller", () => step(-1));
  useShortcut("usualSize", () => change({ textSizePercent: 100 }));
}

/** The next size of the list, or the same at its ends. */
export function nextSize(now: number, by: 1 | -1): number {
  const candidates = by === 1 ? textSizes.filter((s) => s > now) : textSizes.filter((s) => s < now).toReversed();
  return candidates[0] ?? now;
}
