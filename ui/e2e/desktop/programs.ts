/** Other programs of the person: they have files of a synced folder open, or write them without end. */

import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { App } from "./app";

/** Has a file open for writing in a program of this name, which Linux cuts after 15 characters. */
export function openIn(app: App, program: string, name: string): void {
  const file = opened(app, name);
  const folder = mkdtempSync(join(tmpdir(), "fielddesk-program-"));
  const path = join(folder, program);
  symlinkSync("/bin/sleep", path);
  const child = spawn(path, ["600"], { stdio: ["ignore", "ignore", "ignore", file] });
  closeSync(file);
  app.atEnd(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
}

/** Writes a file every half second. */
export function keepWriting(app: App, name: string): void {
  const file = opened(app, name);
  const writing = setInterval(() => writeSync(file, "14.2 l/s\n"), 500);
  app.atEnd(() => {
    clearInterval(writing);
    closeSync(file);
  });
}

function opened(app: App, name: string): number {
  const path = app.path(name);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a");
  writeSync(file, "begun\n");
  return file;
}
