/**
 * PDF documents by pdf.js, which is loaded with the first one: it is larger than the rest of a screen.
 *
 * Nothing is evaluated and nothing comes from a network: scripts and forms of a document are not run, fonts that it
 * does not bring are those of the computer, and what would be WebAssembly is its JavaScript twin from the same package.
 */

import { getDocument, type PDFDocumentProxy, PDFWorker, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import jbig2 from "pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url";
import jpeg2000 from "pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url";
import { type Room, scaleFor, UnreadableDocument } from "./model";

export interface Pdf {
  sheets: number;
  /** Draws a sheet, from 1, as large as the room allows; rejects with the signal's reason. */
  draw: (sheet: number, canvas: HTMLCanvasElement, room: Room, signal: AbortSignal) => Promise<void>;
  /** Ends the worker and frees the memory. */
  close: () => void;
}

/** Opens a document; rejects with `UnreadableDocument` for one that is damaged or protected. */
export async function openPdf(bytes: ArrayBuffer): Promise<Pdf> {
  // A port of our own: pdf.js would put `blob:` in front of an address whose scheme it does not know, which the window refuses.
  const port = new Worker(workerUrl, { type: "module" });
  const worker = PDFWorker.create({ port });
  const loading = getDocument({
    data: new Uint8Array(bytes),
    worker,
    useWasm: false,
    wasmUrl: folderOf(jpeg2000, jbig2),
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => {
    // What is left to end has ended when it rejects.
    loading.destroy().catch(() => {});
    worker.destroy();
    port.terminate();
  };
  try {
    const pdf = await Promise.race([loading.promise, failureOf(port)]);
    return { sheets: pdf.numPages, draw: (...args) => draw(pdf, ...args), close };
  } catch (error) {
    close();
    throw readable(error);
  }
}

async function draw(
  pdf: PDFDocumentProxy,
  sheet: number,
  canvas: HTMLCanvasElement,
  room: Room,
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(sheet).catch((error: unknown) => {
    throw readable(error);
  });
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: scaleFor(page.getViewport({ scale: 1 }), room, devicePixelRatio) });
  // Beside the shown one, which keeps its picture until there is a new one.
  const drawn = document.createElement("canvas");
  drawn.width = Math.max(1, Math.floor(viewport.width));
  drawn.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas: drawn, viewport });
  const stop = () => task.cancel();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await task.promise;
    signal.throwIfAborted();
    canvas.width = drawn.width;
    canvas.height = drawn.height;
    canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  } catch (error) {
    signal.throwIfAborted();
    throw readable(error);
  } finally {
    signal.removeEventListener("abort", stop);
    page.cleanup();
  }
}

/** A worker that cannot be started tells it by an event, and pdf.js would wait for ever. */
function failureOf(port: Worker): Promise<never> {
  return new Promise((_, reject) => {
    port.addEventListener("error", () => reject(new Error("The worker that reads PDF documents did not start.")), {
      once: true,
    });
  });
}

/** Errors of pdf.js by name: its classes differ between its builds. */
function readable(error: unknown): unknown {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return new UnreadableDocument("encrypted", error);
  const damaged = ["InvalidPDFException", "FormatError", "UnknownErrorException", "MissingPDFException"];
  return damaged.includes(name) ? new UnreadableDocument("damagedPdf", error) : error;
}

/** Returns the folder of the decoders in the build: the worker adds their names itself. */
function folderOf(...files: string[]): string {
  const [folder] = files.map((file) => new URL(".", new URL(file, document.baseURI)).href);
  return folder ?? "";
}
