/** The app behind a journey: the real commands over the bridge, a data folder and a home of their own. */

import type { ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ConnectionDraft, InitialState, Settings } from "../../src/ipc";
import { filesOf, takesPictures, writeFilled } from "./pictures";
import { end, start } from "./process";
import type { Client, Environment, Service } from "./service";

/** A step of a drag, as the system reports it; places are in pixels of the page. */
export type DragStep =
  | { step: "enter"; paths: string[]; x: number; y: number }
  | { step: "over"; x: number; y: number }
  | { step: "drop"; paths: string[]; x: number; y: number }
  | { step: "leave" };

/** What the person sees beside the page. */
export type Seen = { text: string | null; handed: { what: string; opened: boolean }[] };

/** Names of the connections, by environment. */
export const connectionNames: Record<Environment, string> = {
  production: "Fjordvik Anlegg AS",
  test: "Fjordvik Anlegg AS – prøve",
};

const english: Settings = {
  language: "en",
  country: null,
  theme: "light",
  density: "standard",
  textSizePercent: 100,
  notifications: true,
  closeExplained: false,
  timeZone: null,
  mapAddress: null,
  updateAddress: null,
  updateChannel: "stable",
};

export class App {
  private child: ChildProcess | undefined;
  private origin = "";

  private readonly folder: string;
  private readonly files: string;
  /** The address in place of the service's, for connections that are made from now on. */
  through: string | undefined;
  private readonly service: Service;
  /** Of the address, the same after each start. */
  private readonly port: number;
  /** What ends with the app: other programs of the journey. */
  private readonly ends: (() => void)[] = [];
  /** Names of the connections that are stored. */
  private readonly stored = new Set<string>();

  /** Works in a folder of its own; at the port of an app before it the browser keeps what it compiled of the page. */
  constructor(folder: string, service: Service, port: number) {
    this.folder = folder;
    this.files = filesOf(folder);
    this.service = service;
    this.port = port;
  }

  get url(): string {
    return this.origin;
  }

  async start(within: readonly string[] = []): Promise<void> {
    const home = join(this.folder, "home");
    mkdirSync(home, { recursive: true });
    const { child, ready } = await start<{ url: string }>(
      "fielddesk-bridge",
      [resolve("dist"), String(this.port)],
      join(this.folder, "app.log"),
      {
        FIELDDESK_DATA_DIR: join(this.folder, "app"),
        HOME: home,
        XDG_CONFIG_HOME: join(home, ".config"),
        XDG_DATA_HOME: join(home, ".local"),
        LC_ALL: "nb_NO.UTF-8",
        TZ: "Europe/Oslo",
        // No credential store and no notifications: nothing of this computer is touched. Pictures have a session
        // made for them.
        ...(takesPictures ? {} : { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" }),
      },
      within,
    );
    this.child = child;
    this.origin = ready.url;
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    if (this.child !== undefined) await end(this.child, "SIGKILL");
  }

  /** Does this when the app ends. */
  atEnd(act: () => void): void {
    this.ends.push(act);
  }

  /** Starts again on the same data folder, with other files in it. */
  async restart(change: (data: string) => void): Promise<void> {
    await this.stop();
    change(join(this.folder, "app"));
    await this.start();
  }

  /** The same with its history on a disk of 64 MB: less is free than the app leaves. */
  async restartOnFullDisk(change: (data: string) => void): Promise<void> {
    await this.stop();
    const data = join(this.folder, "app");
    change(data);
    const disk = join(this.folder, "disk");
    mkdirSync(disk);
    // In a mount namespace of its own, so that it needs no rights and is gone with the app.
    const script = `mount -t tmpfs -o size=64m none "$1" && cp -a "$2/." "$1" && mount --bind "$1" "$2" && shift 2 && exec "$@"`;
    const namespace = ["unshare", "--user", "--map-root-user", "--mount"];
    await this.start([...namespace, "sh", "-c", script, "sh", disk, join(data, "history")]);
  }

  /** Calls a command, as a page of the connection in use does. */
  async call<T = null>(command: string, args: Record<string, unknown> = {}): Promise<T> {
    const { connections } = await this.post<InitialState>("invoke/app_state", {});
    const shown = connections.find(({ active }) => active);
    return this.post(`invoke/${command}`, args, shown === undefined ? {} : { "fielddesk-connection": shown.id });
  }

  /** Stores settings; what is not named is as in every journey. */
  async settings(settings: Partial<Settings>): Promise<void> {
    await this.call("set_settings", { settings: { ...english, ...settings } });
  }

  /** Stores a connection and begins to use it. */
  async connect(environment: Environment, client: Client = "admin"): Promise<void> {
    const draft = this.draft(environment, client);
    const changes = this.stored.has(draft.name) ? draft.name : null;
    await this.call("save_connection", { draft: { ...draft, changes } });
    this.stored.add(draft.name);
  }

  /** The form of a connection, filled in. */
  draft(environment: Environment, client: Client = "admin"): ConnectionDraft {
    const { identityUrl, baseUrl, reportingUrl } = this.service.ready.environments[environment];
    const { clientId, clientSecret } = this.service.clients[environment][client];
    return {
      name: connectionNames[environment],
      changes: null,
      environment,
      identityUrl,
      baseUrl: this.through === undefined ? baseUrl : baseUrl.replace(new URL(baseUrl).origin, this.through),
      reportingUrl,
      clientId,
      scopes: "",
      secret: { kind: "typed", value: clientSecret },
      proxy: null,
    };
  }

  /** Takes a step of a drag over the window. */
  drag(step: DragStep): Promise<void> {
    return this.post("drag", step);
  }

  /** Answers the next dialog; without paths it is closed. */
  choose(...paths: string[]): Promise<void> {
    return this.post("dialog", { paths });
  }

  /** Copies files in the file manager. */
  copyFiles(...paths: string[]): Promise<void> {
    return this.post("clipboard", { paths });
  }

  /** Puts the app's clock forward; what it waits for by time is due at its next look. */
  later(seconds: number): Promise<void> {
    return this.post("clock", { seconds });
  }

  /** What other programs were handed, and the text on the clipboard. */
  async seen(): Promise<Seen> {
    const answer = await fetch(`${this.origin}/bridge/person`);
    return (await answer.json()) as Seen;
  }

  /** Where a file of the person is. */
  path(name: string): string {
    return join(this.files, name);
  }

  /** Writes a file of the person and says where. */
  write(name: string, content: string | Uint8Array = `${name}\n`): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFilled(path, content);
    return path;
  }

  private async post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(`${this.origin}/bridge/${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (text === "" ? null : JSON.parse(text)) as T;
  }
}
