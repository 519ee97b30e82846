/** Interval at which an unwatched folder is checked, and the reason; nothing for a watched one. */

import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../ipc";

export function Polled({ folder: { polledSeconds, polledBecause } }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync", { keyPrefix: "sentence.polled" });
  if (polledSeconds === null || polledBecause === null) return null;
  return <span className="fd-caption fd-ink3">{t(polledBecause, { count: polledSeconds })}</span>;
}
