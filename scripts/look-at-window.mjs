/**
 * Starts the app, waits until its window is drawn, and leaves a picture.
 *
 *     node scripts/look-at-window.mjs PROGRAM PICTURE
 *
 * On Linux and Windows through the web view's own driver; macOS has none, so there the system is asked for the window.
 */

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [program, picture] = process.argv.slice(2).map((name) => resolve(name));
const data = mkdtempSync(join(tmpdir(), "fielddesk-window-"));
// WebKit lets a driver in only where the app asked for it.
const env = { ...process.env, FIELDDESK_DATA_DIR: data, TAURI_WEBVIEW_AUTOMATION: "true" };
const port = "4458";
/** Both take the same requests; what they are called and what they are told differs. */
const drivers = {
  linux: {
    command: ["WebKitWebDriver", `--port=${port}`],
    capabilities: { "webkitgtk:browserOptions": { binary: program } },
  },
  win32: {
    command: [join(process.env.EDGEWEBDRIVER ?? "", "msedgedriver.exe"), `--port=${port}`],
    capabilities: { browserName: "webview2", "ms:edgeOptions": { binary: `${program}.exe` } },
  },
};

/** Calls until it gives something, for half a minute. */
async function until(what, look) {
  for (let tries = 0; tries < 120; tries += 1) {
    const seen = await look();
    if (seen) return seen;
    await sleep(250);
  }
  throw new Error(`no ${what} after 30 seconds`);
}

async function throughDriver({ command, capabilities }) {
  const driver = spawn(command[0], command.slice(1), { env, stdio: "inherit" });
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  try {
    await until("driver", () => ask("GET", "/status").then(({ ready }) => ready, () => false));
    const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
    const script = { script: "return document.querySelector('h1')?.innerText ?? ''", args: [] };
    const title = await until("heading", () => ask("POST", `/session/${sessionId}/execute/sync`, script));
    writeFileSync(picture, Buffer.from(await ask("GET", `/session/${sessionId}/screenshot`), "base64"));
    await ask("DELETE", `/session/${sessionId}`);
    return title;
  } finally {
    driver.kill();
  }
}

async function throughSystem() {
  const app = spawn(program, { env, stdio: "inherit" });
  // The names of windows need a right of their own; owner and size do not.
  const windows = `import CoreGraphics
    let all = CGWindowListCopyWindowInfo([.optionOnScreenOnly], kCGNullWindowID) as! [[String: Any]]
    for w in all where w["kCGWindowOwnerPID"] as! Int == ${app.pid} { print(w["kCGWindowBounds"]!) }`;
  try {
    const bounds = await until("window", () => execFileSync("swift", ["-"], { input: windows, encoding: "utf8" }));
    await sleep(5000);
    if (app.exitCode !== null) throw new Error(`the app ended with ${app.exitCode}`);
    execFileSync("screencapture", ["-x", picture]);
    return bounds.trim();
  } finally {
    app.kill();
  }
}

const driver = drivers[process.platform];
const seen = await (driver ? throughDriver(driver) : throughSystem());
rmSync(data, { recursive: true, force: true, maxRetries: 10 });
console.log(`window: ${seen}; ${picture}, ${statSync(picture).size} bytes`);
