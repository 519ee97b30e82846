/** Reads files to be shown in the window: their bytes come by the protocol `document`, not as a command's answer. */

import { convertFileSrc } from "@tauri-apps/api/core";
import { commands, type Failure, type FolderFileName, type Target } from "./bindings";
import { FailureError } from "./failure-error";

/** Reads all of a document that is listed there; a signal stops the download, too. */
export type ReadDocument = (target: Target, id: string, signal: AbortSignal) => Promise<Blob>;

/** Reads one side of a file of a synced folder: the file itself without a document, else that document. */
export type ReadFolderFile = (
  folder: string,
  file: FolderFileName,
  document: string | null,
  signal: AbortSignal,
) => Promise<Blob>;

export const readDocument: ReadDocument = ({ project, workOrder }, id, signal) =>
  read(workOrder === null ? { project, id } : { project, workOrder, id }, signal);

export const readFolderFile: ReadFolderFile = (folder, { section, name }, document, signal) =>
  read(document === null ? { folder, section, name } : { folder, section, name, id: document }, signal);

let runs = 0;

async function read(asked: Record<string, string>, signal: AbortSignal): Promise<Blob> {
  runs += 1;
  const run = runs;
  // The request that is dropped here goes on behind the window until it is told to stop. Nothing waits for the answer.
  const stop = () => void commands.cancelPreview(run).catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    // The form that the platform has for addresses of a protocol, with what is asked for.
    const query = new URLSearchParams({ ...asked, run: String(run) });
    const answer = await fetch(`${convertFileSrc("", "document")}?${query}`, { signal });
    if (!answer.ok) throw await refusalOf(answer);
    return await answer.blob();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function refusalOf(answer: Response): Promise<Error> {
  if (answer.status === 422) return new FailureError((await answer.json()) as Failure);
  return new Error(`A document was answered with ${answer.status}.`);
}
