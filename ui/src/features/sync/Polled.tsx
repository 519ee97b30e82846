/** How often a folder is looked at that the system tells nothing of, and why; nothing where it tells. */

import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../ipc";

export function Polled({ folder: { polledSeconds, polledBecause } }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync", { keyPrefix: "sentence.polled" });
  if (polledSeconds === null || polledBecause === null) return null;
  return <span className="fd-caption fd-ink3">{t(polledBecause, { count: polledSeconds })}</span>;
}
