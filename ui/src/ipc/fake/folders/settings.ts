/** What holds for all folders of the fake, its rules tried on made-up names, and the list that is carried to another computer. */

import type { FolderSettings, SyncedFolder } from "../../bindings";
import { type Bridge, FailureError } from "../../bridge";
import { failure } from "../data";

type Names =
  | "folderSettings"
  | "ignoreRuleNames"
  | "setFolderSettings"
  | "tryFolderRules"
  | "exportFolders"
  | "importFolders";

const files = ["HA-201 Plan og profil 0–450.bak", "Gammelt/HA-099 utgått.pdf", "Notater.tmp2"];

/** A line with a bracket that is never closed is the one that cannot be read. */
const isBad = (rule: string) => rule.includes("[") && !rule.includes("]");

function hides(rules: readonly string[], file: string): boolean {
  return rules.some((rule) => (rule.endsWith("/") ? file.startsWith(rule) : file.endsWith(rule.replace("*", ""))));
}

export function folderSettings(folders: () => readonly SyncedFolder[]): {
  current: () => FolderSettings;
  commands: Pick<Bridge, Names>;
} {
  let kept: FolderSettings = {
    bytesPerSecond: 2_500_000,
    windows: [{ from: "07:00", to: "16:00", bytesPerSecond: 1_000_000 }],
    rules: [],
  };
  const refuseBad = (rules: readonly string[]) => {
    const rule = rules.find(isBad);
    if (rule !== undefined) throw new FailureError(failure("usage", { rule }));
  };
  return {
    current: () => kept,
    commands: {
      folderSettings: async () => kept,
      ignoreRuleNames: async (names) => names,
      setFolderSettings: async (next) => {
        refuseBad(next.rules);
        kept = next;
        return null;
      },
      tryFolderRules: async (rules) => {
        refuseBad(rules);
        return folders().map(({ name, state }, at) => {
          const away = state === "offline" ? failure("unreachable", { host: "E:" }) : null;
          const found = at === 0 ? files.filter((file) => hides(rules, file) && !hides(kept.rules, file)) : [];
          const back = at === 0 ? files.filter((file) => !hides(rules, file) && hides(kept.rules, file)) : [];
          return {
            folderName: name,
            hides: away === null ? found : [],
            hidesTotal: away === null ? found.length : 0,
            shows: away === null ? back : [],
            showsTotal: away === null ? back.length : 0,
            failure: away,
          };
        });
      },
      exportFolders: async () => true,
      importFolders: async () => ({
        added: ["P:\\HMS\\Felles 2027"],
        refused: [
          {
            shownPath: "P:\\HMS\\Gjeldende",
            failure: failure("refused", { reason: "sameFolder", other: "P:\\HMS\\Gjeldende" }),
          },
          { shownPath: "D:\\Tegninger", failure: failure("fileVanished", { file: "D:\\Tegninger" }) },
        ],
      }),
    },
  };
}
