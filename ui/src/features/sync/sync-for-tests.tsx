/** Synced folders as their tests open them, on the recorded folders. */

import type { Answers } from "../../shared/testing/bridge";
import { folderNamed, foldersOf, office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { ActivityScreen, FolderScreen, SyncScreen, WizardScreen } from "./index";

export const va = folderNamed(office, "Tegninger VA");

export function open(at: string, more: Answers = {}) {
  const pages = {
    "/folders": SyncScreen,
    "/folders/new": WizardScreen,
    "/activity": ActivityScreen,
    "/folders/$folder/$tab": FolderScreen,
    "/settings": "The settings",
    "/documents": "The documents",
  };
  return showAt(pages, { ...foldersOf(office), ...more }, { at });
}
