// The app in its real window, through WebKit's own driver: somebody who goes from screen to screen, scrolls and searches.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { family, nameOf } from "./processes.mjs";

const PORT = 4459;
const ROLES = { WebKitWebProces: "web", WebKitNetworkPr: "network", fielddesk: "app" };

export class Window {
  /** Opens it and waits until its navigation is there. */
  static async open(program, data) {
    const env = {
      ...process.env,
      FIELDDESK_DATA_DIR: data,
      // Drawn as for a person, not as for a driver (decision 22).
      FIELDDESK_KEEP_LAYERS: "0",
      LANG: "en_GB.UTF-8",
      TAURI_WEBVIEW_AUTOMATION: "true",
    };
    const driver = spawn("WebKitWebDriver", [`--port=${PORT}`, "--host=127.0.0.1"], { env, stdio: "ignore" });
    const window = new Window(driver);
    await until("the driver", () => window.ask("GET", "/status").then(({ ready }) => ready));
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary: program, args: [] } } };
    const { sessionId } = await window.ask("POST", "/session", { capabilities });
    window.session = `/session/${sessionId}`;
    await until("the navigation", () => window.run("return document.querySelectorAll('nav a').length > 3"));
    return window;
  }

  constructor(driver) {
    this.driver = driver;
  }

  async ask(method, path, body) {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  run(script, ...args) {
    return this.ask("POST", `${this.session}/execute/sync`, { script, args });
  }

  /** The processes of the window by what they do. */
  processes() {
    const all = family(this.driver.pid).map((pid) => [ROLES[nameOf(pid)], pid]);
    return all.filter(([role]) => role !== undefined);
  }

  screens() {
    return this.run("return document.querySelectorAll('nav a').length");
  }

  goTo(screen) {
    return this.run("document.querySelectorAll('nav a')[arguments[0]].click()", screen);
  }

  /** What a person does on a screen: scrolls what is long to its end and back, and types into the search. */
  async use(search) {
    await sleep(1500);
    for (const share of [0.2, 0.5, 1, 0]) {
      await this.run(
        `const long = [...document.querySelectorAll("main *")].filter((one) => one.scrollHeight > one.clientHeight + 200);
         for (const one of long) one.scrollTop = one.scrollHeight * arguments[0];`,
        share,
      );
      await sleep(400);
    }
    for (const text of [...search].map((_, at) => search.slice(0, at + 1)).concat("")) {
      const typed = await this.run(
        `const field = document.querySelector("main input[type=search], main input[role=searchbox]");
         if (field === null) return false;
         Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, arguments[0]);
         return field.dispatchEvent(new Event("input", { bubbles: true }));`,
        text,
      );
      if (!typed) return;
      await sleep(300);
    }
  }

  async close() {
    await this.ask("DELETE", this.session);
    this.driver.kill();
  }
}

/** Asks until it is so. */
export async function until(what, look) {
  for (let tries = 0; tries < 240; tries += 1) {
    if (await look().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error(`no ${what} after a minute`);
}
