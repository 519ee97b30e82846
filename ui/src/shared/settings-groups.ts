/** The groups of Settings, and the one that was asked for from elsewhere. */

import { create } from "zustand";

export const settingsGroups = [
  "connections",
  "language",
  "appearance",
  "folders",
  "trips",
  "notifications",
  "updates",
  "about",
] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

/** The group that Settings brings into view; none once the person goes on from there. */
export const useWantedGroup = create<{ wanted: SettingsGroup | null }>()(() => ({ wanted: null }));

export function showSettingsGroup(wanted: SettingsGroup | null): void {
  useWantedGroup.setState({ wanted });
}
