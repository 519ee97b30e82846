/** What the fake is sending: it moves when a test says so. */

import type { PlanRow, Target, Transfer } from "../bindings";
import type { Bridge } from "../bridge";
import type { Emit } from "./emit";
import type { Scenario } from "./scenarios";
import { advanced, startingTransfers, summed, transfersOf } from "./transfers";

type Names =
  | "transfers"
  | "cancelTransfers"
  | "retryTransfers"
  | "pauseTransfers"
  | "clearFinishedTransfers"
  | "showTransfer";

type Around = {
  scenario: Scenario;
  emit: Emit;
  /** A file that was sent appears on its page. */
  list: (sent: Transfer) => void;
};

export function queueCommands({ scenario, emit, list }: Around) {
  const { on } = scenario;
  let items: Transfer[] = startingTransfers(scenario);
  let paused = false;
  let first = 1_100;
  const tellTransfers = () => emit("transfersChanged", summed(items, paused));
  const advance = (stepBytes = 4_000_000) => {
    if (paused || on.has("offline")) return;
    const { items: next, finished } = advanced(items, stepBytes);
    items = next;
    for (const done of finished) if (done.kind !== "download" && done.kind !== "open") list(done);
    tellTransfers();
  };
  const send = (rows: PlanRow[], target: Target, project: string) => {
    first += rows.length;
    items = [...items, ...transfersOf(rows, target, project, first)];
    tellTransfers();
  };
  const commands: Pick<Bridge, Names> = {
    transfers: async () => summed(items, paused),
    cancelTransfers: async (ids) => {
      items = items.map((t) => (ids.includes(t.id) ? { ...t, state: "cancelled" } : t));
      tellTransfers();
      return null;
    },
    retryTransfers: async (ids) => {
      items = items.map((t) =>
        ids.includes(t.id) ? { ...t, state: "waiting", failure: null, nextTryAt: null, bytesDone: 0 } : t,
      );
      tellTransfers();
      return null;
    },
    pauseTransfers: async (next) => {
      paused = next;
      tellTransfers();
      return null;
    },
    clearFinishedTransfers: async () => {
      items = items.filter((t) => t.state !== "done" && t.state !== "cancelled");
      tellTransfers();
      return null;
    },
    showTransfer: async () => null,
  };
  return { commands, advance, send };
}
