/** Synced folders in the navigation, with how much there is to review in them. */

import { useTranslation } from "react-i18next";
import { useFoldersNeeding } from "../features/sync";
import { Entry } from "./Entry";
import type { Screen } from "./screens";

export function FoldersEntry({ narrow, screen }: { narrow: boolean; screen: Screen }) {
  const { t: sync } = useTranslation("sync");
  const number = useFoldersNeeding();
  const count = number > 0 ? { number, words: sync("actionNeeded.count", { count: number }) } : undefined;
  return <Entry count={count} narrow={narrow} screen={screen} />;
}
