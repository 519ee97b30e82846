/** Count of reviews due in synced folders, for their entry in the navigation. Draws nothing. */

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFoldersNeeding } from "../features/sync";
import type { Count } from "./Entry";

export function FoldersCount({ onCount }: { onCount: (count: Count | undefined) => void }) {
  const { t } = useTranslation("sync");
  const number = useFoldersNeeding();
  const words = t("actionNeeded.count", { count: number });
  useEffect(() => onCount(number > 0 ? { number, words } : undefined), [onCount, number, words]);
  return null;
}
