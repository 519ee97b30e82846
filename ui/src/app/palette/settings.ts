/** The groups of Settings as commands, found by their titles and by the settings in them. */

import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Command } from "../../shared/commands";
import { matches, searchable, words } from "../../shared/fold";
import { settingsGroups, showSettingsGroup } from "../../shared/settings-groups";

/** The groups whose title or settings have every word of the text; none for an empty text. */
export function useSettingCommands(text: string): Command[] {
  const { t, i18n } = useTranslation("settings");
  const navigate = useNavigate();
  if (text === "") return [];
  const wanted = words(text);
  return settingsGroups.flatMap((group) => {
    const title = t(`${group}.title`);
    const label = `${t("title")}: ${title}`;
    const searched = searchable([label, ...texts(i18n.getResource(i18n.language, "settings", group))].join("\n"));
    if (!matches(searched, wanted)) return [];
    const run = () => {
      showSettingsGroup(group);
      void navigate({ to: "/settings" });
    };
    return [{ id: `settings ${group}`, label, icon: "settings" as const, run }];
  });
}

function texts(tree: unknown): string[] {
  if (typeof tree === "string") return [tree];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(texts) : [];
}
