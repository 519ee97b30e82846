/** The Connect screen in a test: at an address, with a form that is filled in and checked. */

import { fireEvent, screen } from "@testing-library/react";
import type { CheckOutcome } from "../../ipc";
import type { Answers } from "../../shared/testing/bridge";
import { office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { ConnectScreen } from "./index";
import { addresses, type found, reportOf } from "./reports-for-tests";

// Journeys have no credential store; people do.
export const appState = { ...office.appState, keyringAvailable: true };
const [one] = appState.connections;
if (one === undefined) throw new Error("A connection is recorded.");

/** A first start: no connection yet. */
export const first: Answers = { appState: { ...appState, connections: [] } };

/** Two connections, that in use first. */
export const office_ = {
  ...one,
  name: "Office",
  active: true,
  environment: "production" as const,
  ...addresses("production"),
};
const trial = { ...one, name: "Trial", active: false, environment: "test" as const, ...addresses("test") };
export const two: Answers = { appState: { ...appState, connections: [office_, trial] } };

/** The screen at an address, with empty screens where it leads. */
export async function at(path: string, begin: Answers = first, check: CheckOutcome = "connected") {
  const answers: Answers = {
    checkConnection: ({ environment }) => reportOf(check, environment),
    saveConnection: office_,
    startSampleData: { ...office_, sampleData: true },
    ...begin,
  };
  const shown = await showAt({ "/connect": ConnectScreen, "/documents": "The documents" }, answers, { at: path });
  await screen.findByRole("heading", { level: 1 });
  return shown;
}

export type Shown = Awaited<ReturnType<typeof at>>;

/** Each field as a whole: typing letter by letter is tested once, below. */
export function fill() {
  const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  set("Client ID", "office");
  set("Client secret", "s3cret-of-the-office");
  set("Sign-in", "https://identity.example");
  set("Main server", "https://api.example");
}

export async function check(shown: Shown) {
  fill();
  await shown.user.click(screen.getByRole("button", { name: "Check the connection" }));
}

export const draftsOf = ({ bridge }: Shown, command: Parameters<typeof bridge.calls>[0]) =>
  bridge.calls(command).map(([draft]) => draft);

/** What the desktop side reads from the text that is pasted. */
export async function paste(shown: Shown, pasted: ReturnType<typeof found>[]) {
  shown.bridge.answers({ readPasted: pasted });
  await shown.user.click(screen.getByLabelText("Paste the administrator’s message"));
  await shown.user.paste("Client ID: …, Secret: do-not-show-me");
}

/** The client of the connections. */
export const clientId = one.clientId;
