/**
 * What the fake shows, chosen by the address: `?fake=sending,test&theme=dark&lang=nb&check=refused`.
 *
 * Switches may be combined. Without any, there is one connected Production company with a full page.
 */

import type { CheckOutcome, Density, Language, Theme } from "../bindings";

export const switches = [
  /** No connection yet: the first start. */
  "first",
  /** The connection in use is the Test environment; `sample` is sample data. */
  "test",
  "sample",
  /** The client sees no project; `emptyPage`: projects, but no documents. */
  "empty",
  "emptyPage",
  /** Files are on their way; `failing`: some were refused or wait for a decision. */
  "sending",
  "failing",
  /** The service is away. */
  "offline",
  /** Sample data was in use, and its database is lost. */
  "sampleLost",
  /** No credential store. */
  "noKeyring",
  /** Documents of other companies, and a client that may only read. */
  "notAllowed",
  "readOnly",
  /** The list is empty although there were documents. */
  "suddenlyEmpty",
  /** No synced folders; only one that is in step; states that no conflict explains. */
  "noFolders",
  "calmFolders",
  "stuckFolders",
  /** Another Fielddesk on this computer runs the folders. */
  "runsElsewhere",
  /** Records on this computer were lost; so was what is remembered of the folders. */
  "dataLoss",
  "syncStateLoss",
  /** Nothing was replaced or removed yet; there is no room to keep more. */
  "noHistory",
  "historyFull",
] as const;

export type Switch = (typeof switches)[number];

export interface Scenario {
  on: ReadonlySet<Switch>;
  theme: Theme;
  language: Language;
  density: Density;
  textSizePercent: number;
  region: string;
  platform: "linux" | "windows" | "macos";
  check: CheckOutcome;
}

export const usualScenario: Scenario = {
  on: new Set(),
  theme: "light",
  language: "en",
  density: "standard",
  textSizePercent: 100,
  region: "nb-NO",
  platform: "windows",
  check: "connected",
};

/** A scenario for a test. */
export function scenario(on: Switch[] = [], rest: Partial<Omit<Scenario, "on">> = {}): Scenario {
  return { ...usualScenario, ...rest, on: new Set(on) };
}

export function scenarioFromAddress(search: string): Scenario {
  const query = new URLSearchParams(search);
  const known = new Set<string>(switches);
  const on = (query.get("fake") ?? "").split(",").filter((word): word is Switch => known.has(word));
  return {
    ...usualScenario,
    on: new Set(on),
    theme: (query.get("theme") as Theme | null) ?? usualScenario.theme,
    language: (query.get("lang") as Language | null) ?? usualScenario.language,
    density: (query.get("density") as Density | null) ?? usualScenario.density,
    textSizePercent: Number(query.get("text") ?? usualScenario.textSizePercent),
    region: query.get("region") ?? usualScenario.region,
    check: (query.get("check") as CheckOutcome | null) ?? usualScenario.check,
  };
}
