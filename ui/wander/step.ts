/** What a walk is made of: each step is data, so that a walk can be stored, played again and shortened. */

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

/** How the service answers: not at all, two seconds late, with an error. */
export const networks = ["away", "slow", "failing"] as const;

/** `soon`: the next step does not wait until the page rests. */
export type Step = Do & { soon?: true };

type Do =
  | { do: "press"; on: Target; twice?: true; with?: "Control" | "Shift" }
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

const quoted = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
const named = ({ role, name, at }: Target) => `${role} ${quoted(name)}${at === 0 ? "" : ` (${at + 1}.)`}`;

/** A line for people. */
export function told(step: Step): string {
  return `${doing(step)}${step.soon ? ", and at once" : ""}`;
}

function doing(step: Step): string {
  switch (step.do) {
    case "press":
      return `${step.twice ? "press twice" : "press"}${step.with ? ` with ${step.with}` : ""} ${named(step.on)}`;
    case "menu":
      return `right-click ${named(step.on)}`;
    case "type":
      return `type ${quoted(step.text)} into ${named(step.on)}`;
    case "write":
    case "paste":
      return `${step.do} ${quoted(step.text)}`;
    case "key":
      return `key ${step.key}`;
    case "drop":
      return `drop ${step.parcel} on ${step.on === null ? "the screen" : named(step.on)}`;
    case "choose":
      return `answer the next dialog with ${step.parcel}`;
    case "resize":
      return `window ${step.width}×${step.height}`;
    case "show":
      return `settings ${Object.values(step.settings).join(", ")}`;
    case "connect":
      return `switch to ${step.to}`;
    case "network":
      return `network ${step.is}`;
    case "colleague":
      return `a colleague: ${step.act} ${step.which}`;
    default:
      return step.do;
  }
}
