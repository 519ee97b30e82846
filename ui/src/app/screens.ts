/** The screens of the navigation, in its order: their names are keys of the words and of the shortcuts. */

import type { IconName } from "../shared/parts";

export const screens = [
  { name: "overview", to: "/overview", icon: "desk" },
  { name: "documents", to: "/documents", icon: "documents" },
  { name: "folders", to: "/folders", icon: "synced" },
  { name: "machines", to: "/machines", icon: "machine" },
  { name: "users", to: "/users", icon: "people" },
  { name: "history", to: "/history", icon: "history", foot: true },
  { name: "settings", to: "/settings", icon: "settings", foot: true },
] as const satisfies readonly { name: string; to: string; icon: IconName; foot?: true }[];

export type Screen = (typeof screens)[number];
