/** Programs of the build that a journey runs: each prints one line of JSON when it is ready. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const target =
  process.env.CARGO_TARGET_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "fielddesk", "target");

export type Program = "fieldservice" | "fielddesk-bridge";

/** A program that runs, and its line. */
export interface Running<Ready> {
  child: ChildProcess;
  ready: Ready;
}

/**
 * Starts a program of the test build and waits for its line. What it writes for people goes to `log`.
 *
 * Build them first: `scripts/journeys.sh`. What `within` names runs the program instead: it gets its path and arguments.
 */
export async function start<Ready>(
  program: Program,
  args: readonly string[],
  log: string,
  env: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<Running<Ready>> {
  const [command = "", ...rest] = [...within, join(target, "debug", program), ...args];
  const child = spawn(command, rest, {
    stdio: ["pipe", "pipe", openSync(log, "a")],
    env: { ...process.env, ...env },
  });
  if (child.stdout === null) throw new Error(`${program} has no output.`);
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => Promise.reject(new Error(`${program} ended: ${readFileSync(log, "utf8")}`))),
  ]);
  return { child, ready: JSON.parse(String(line)) as Ready };
}

/**
 * Returns a port that nothing uses and that no system gives to a program that asks for any port: it can be closed and
 * opened again.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const opened = once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!(await opened)) continue;
    await once(server.close(), "close");
    return port;
  }
}

/** Ends a program and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
