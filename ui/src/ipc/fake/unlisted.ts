/** Records that no list can show: one without an id, one that is no record at all. */

import type { UnlistedRecords } from "../bindings";
import type { Scenario } from "./scenarios";

export const noneUnlisted: UnlistedRecords = { count: 0, named: [] };

export function unlistedIn({ on }: Scenario, name: string): UnlistedRecords {
  if (!on.has("oddValues")) return noneUnlisted;
  return {
    count: 2,
    named: [
      { name, path: "[17].id", found: "null" },
      { name: "", path: "[18]", found: '"draft"' },
    ],
  };
}
