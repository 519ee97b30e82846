/** The texts of the window: a folder for each language, in it a file for each feature. English has the shape of all. */

import type { Language } from "../../ipc";
import type common from "./en/common.json";
import type connect from "./en/connect.json";
import type documents from "./en/documents.json";
import type failures from "./en/failures.json";
import type history from "./en/history.json";
import type keys from "./en/keys.json";
import type machines from "./en/machines.json";
import type overview from "./en/overview.json";
import type records from "./en/records.json";
import type settings from "./en/settings.json";
import type shell from "./en/shell.json";
import type status from "./en/status.json";
import type sync from "./en/sync.json";
import type transfers from "./en/transfers.json";
import type trips from "./en/trips.json";
import type users from "./en/users.json";

export type Catalogue = {
  common: typeof common;
  connect: typeof connect;
  documents: typeof documents;
  failures: typeof failures;
  history: typeof history;
  keys: typeof keys;
  machines: typeof machines;
  overview: typeof overview;
  records: typeof records;
  settings: typeof settings;
  shell: typeof shell;
  status: typeof status;
  sync: typeof sync;
  transfers: typeof transfers;
  trips: typeof trips;
  users: typeof users;
};

const files = import.meta.glob<object>("./*/*.json", { import: "default" });

/** `./nb/sync.json` as its language and its feature. */
const partsOf = (path: string) => path.replace(".json", "").split("/").slice(1) as [Language, keyof Catalogue];

export const languages = [...new Set(Object.keys(files).map((path) => partsOf(path)[0]))];

/** Reads the texts of a language. */
export async function catalogueOf(language: Language): Promise<Catalogue> {
  const ofLanguage = Object.entries(files).filter(([path]) => partsOf(path)[0] === language);
  if (ofLanguage.length === 0) throw new Error(`There are no words in ${language}.`);
  const read = ofLanguage.map(async ([path, load]) => [partsOf(path)[1], await load()] as const);
  return Object.fromEntries(await Promise.all(read)) as Catalogue;
}
