/** The steps of a walk: data that can be stored, played again and shortened. */

import type { Environment } from "../e2e/desktop/service";
import type { Settings } from "../src/ipc";

/** A part of the page as the accessibility tree has it; `at` counts those of the same role and name. */
export type Target = { role: string; name: string; at: number };

export type Shown = Pick<Settings, "language" | "theme" | "textSizePercent" | "density">;

/** Sets of files that a person has: drawings, a table, one odd file, a folder that is empty. */
export const parcels = ["revision", "table", "odd", "folder"] as const;
export type Parcel = (typeof parcels)[number];

/** Acts of a second client. */
export const acts = [
  "rename machine",
  "block machine",
  "add machine",
  "rename user",
  "add document",
  "remove document",
] as const;
export type Act = (typeof acts)[number];

/** The behaviour of the service: no answer, one two seconds late, an error. */
export const networks = ["away", "slow", "failing"] as const;

/** `soon`: the next step does not wait until the page rests. */
export type Step = Do & { soon?: true };

type Do =
  | { do: "press"; on: Target; twice?: true }
  | { do: "menu"; on: Target }
  /** Into a field; what is in it is replaced. */
  | { do: "type"; on: Target; text: string }
  /** Into whatever has the keyboard. */
  | { do: "write"; text: string }
  | { do: "paste"; text: string }
  | { do: "key"; key: string }
  | { do: "drop"; parcel: Parcel; on: Target | null }
  /** The answer to the next dialog for files. */
  | { do: "choose"; parcel: Parcel }
  | { do: "resize"; width: number; height: number }
  | { do: "show"; settings: Shown }
  | { do: "connect"; to: Environment }
  | { do: "network"; is: (typeof networks)[number] | "back" }
  | { do: "colleague"; act: Act; which: number }
  | { do: "reload" }
  | { do: "reopen" };

/** A line for people: what is done, and with what. */
export function told({ do: what, soon, ...rest }: Step): string {
  const words = Object.values(rest).map((value): string => {
    if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
    if (typeof value !== "object" || value === null) return String(value);
    if (!("role" in value)) return Object.values(value).join(", ");
    return `${value.role} ${JSON.stringify(value.name.slice(0, 60))}${value.at === 0 ? "" : ` (${value.at + 1}.)`}`;
  });
  return [what, ...words, ...(soon ? ["and at once"] : [])].join(" ");
}
