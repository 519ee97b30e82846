/** Lost records in the fake: a damaged file of which a part could be read, and a lost sync state. */

import type { DataLoss } from "../bindings";
import { minutesAgo } from "./data";
import type { Scenario } from "./scenarios";

export function dataLosses({ on }: Scenario): DataLoss[] {
  const losses: DataLoss[] = [];
  if (on.has("dataLoss")) {
    losses.push({
      at: minutesAgo(4),
      database: "records",
      cause: "damaged",
      keptAside: "fielddesk.sqlite (damaged 2026-11-20 11.56.02.118)",
      parts: [
        { part: "syncedFolders", carried: 7, complete: true },
        { part: "folderSettings", carried: 1, complete: true },
        { part: "transfers", carried: 1, complete: true },
        { part: "unsavedChanges", carried: 0, complete: false },
        { part: "versions", carried: 214, complete: false },
        { part: "activity", carried: 1830, complete: true },
      ],
    });
  }
  if (on.has("syncStateLoss")) {
    losses.push({ at: minutesAgo(3), database: "syncState", cause: "missing", keptAside: null, parts: [] });
  }
  return losses;
}
