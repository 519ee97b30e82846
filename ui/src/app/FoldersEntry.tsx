/** Synced folders in the navigation, with how much there is to review in them. */

import { useTranslation } from "react-i18next";
import { useFoldersNeeding } from "../features/sync";
import { Entry } from "./Entry";

export function FoldersEntry({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation("shell");
  const { t: sync } = useTranslation("sync");
  const number = useFoldersNeeding();
  const count = number > 0 ? { number, words: sync("actionNeeded.count", { count: number }) } : undefined;
  return <Entry count={count} icon="synced" keys="folders" label={t("folders")} narrow={narrow} to="/folders" />;
}
