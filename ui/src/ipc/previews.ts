/** Reads a document to be shown in the window: its bytes come by the protocol `document`, not as a command's answer. */

import { convertFileSrc } from "@tauri-apps/api/core";
import { commands, type Failure, type Target } from "./bindings";
import { FailureError } from "./failure-error";

/** Reads all of a document that is listed there; a signal stops the download, too. */
export type ReadDocument = (target: Target, id: string, signal: AbortSignal) => Promise<Blob>;

let runs = 0;

export const readDocument: ReadDocument = async (target, id, signal) => {
  runs += 1;
  const run = runs;
  // The request that is dropped here goes on behind the window until it is told to stop. Nothing waits for the answer.
  const stop = () => void commands.cancelPreview(run).catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await fetch(addressOf(target, id, run), { signal });
    if (!answer.ok) throw await refusalOf(answer);
    return await answer.blob();
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** The form that the platform has for addresses of a protocol, with what is asked for. */
function addressOf({ project, workOrder }: Target, id: string, run: number): string {
  const asked = new URLSearchParams({ project, id, run: String(run) });
  if (workOrder !== null) asked.set("workOrder", workOrder);
  return `${convertFileSrc("", "document")}?${asked}`;
}

async function refusalOf(answer: Response): Promise<Error> {
  if (answer.status === 422) return new FailureError((await answer.json()) as Failure);
  return new Error(`A document was answered with ${answer.status}.`);
}
