/** Reports that fail no walk: text that is cut, counts that differ, a toast that `fieldctl` contradicts. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { paths } from "../e2e/desktop/service";
import { findCut } from "../e2e/layout/cut";
import type { World } from "./world";

/** Returns the answer of `fieldctl` about production. */
function fieldctl({ service, folder }: World, ...args: string[]): unknown {
  const { identityUrl, baseUrl } = service.ready.environments.production;
  const { clientId, clientSecret } = service.clients.production.admin;
  const env = {
    ...process.env,
    FIELDDESK_IDENTITY_URL: identityUrl,
    FIELDDESK_BASE_URL: baseUrl,
    FIELDDESK_CLIENT_ID: clientId,
    FIELDDESK_CLIENT_SECRET: clientSecret,
    FIELDDESK_DATA_DIR: join(folder, "fieldctl"),
  };
  const program = process.env.WANDER_FIELDCTL ?? "fieldctl";
  return JSON.parse(
    execFileSync(program, [...args, "--environment", "production", "--json"], { env, encoding: "utf8" }),
  );
}

type Machine = { machineNumber: string; blockCheckIn: boolean };

/** Counts of the same in two places: the one pill in force and the rows below it; nothing where they agree. */
function differ(): string | null {
  const pills = [...document.querySelectorAll("main button[aria-pressed=true]")];
  const grid = document.querySelector("main [role=grid][aria-rowcount]");
  const search = document.querySelector<HTMLInputElement>("main input:not([type=checkbox], [type=radio])")?.value ?? "";
  const pill = pills[0]?.textContent ?? "";
  const count = /(\d[\d\s.,]*)$/.exec(pill)?.[1]?.replaceAll(/\D/g, "");
  if (grid === null || pills.length !== 1 || count === undefined || search !== "") return null;
  const rows = Number(grid.getAttribute("aria-rowcount")) - 1;
  return rows === Number(count) ? null : `counts: ${pill}, but ${rows} rows`;
}

/** Looks at what is on the page. */
export async function reportsOf({ page }: World): Promise<string[]> {
  const findings = await page.evaluate(findCut, { fixed: [], part: "body" });
  const cut = findings.map(({ what, text, where }) => `${what}: ${text.slice(0, 60)}, ${where}`);
  // Rows come after the pill was pressed.
  await page.waitForFunction(`(${differ})() === null`, null, { timeout: 3_000 }).catch(() => {});
  const counts = await page.evaluate(differ);
  return counts === null ? cut : [...cut, counts];
}

/** Toasts against what the service has: of blocks, and of documents that were sent. */
export class Toasts {
  private blocked: number | null = null;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Counts anew: at the begin, and after a colleague changed machines. */
  async count(): Promise<void> {
    const list = (await this.world.service.call("production", "GET", paths.machines)) as Machine[];
    this.blocked = list.filter(({ blockCheckIn }) => blockCheckIn).length;
  }

  /** The toasts that are not so. */
  contradicted(toasts: readonly string[]): string[] {
    return toasts.flatMap((toast) => {
      const why = this.ofBlocks(toast) ?? this.ofDocuments(toast);
      return why === undefined ? [] : [`toast: “${toast.slice(0, 100)}”, but fieldctl lists ${why}`];
    });
  }

  private ofBlocks(toast: string): string | undefined {
    const [, what = "", isMany, act] = /(\d+)( machines?)? (blocked|unblocked)\./.exec(toast) ?? [];
    if (act === undefined) return undefined;
    const now = fieldctl(this.world, "machines", "list", "--blocked") as Machine[];
    const before = this.blocked;
    this.blocked = now.length;
    const isOn = act === "blocked";
    const expected = (before ?? 0) + (isOn ? 1 : -1) * Number(what);
    const isSo =
      isMany === undefined
        ? now.some(({ machineNumber }) => machineNumber === what) === isOn
        : before === null || now.length === expected;
    return isSo ? undefined : `${now.length} blocked, ${before ?? "?"} before`;
  }

  private ofDocuments(toast: string): string | undefined {
    const [, what = "", project] = /^(.+) uploaded to .*?([PG]-\d{4}-\d{3})/.exec(toast) ?? [];
    if (project === undefined || / not$/.test(what)) return undefined;
    const found = JSON.stringify(fieldctl(this.world, "docs", "list", "--project", project));
    // The window shows signs in place of characters that steer.
    const isThere = what.split("␦").every((part) => found.includes(JSON.stringify(part).slice(1, -1)));
    return /^\d+ files$/.test(what) || isThere ? undefined : `no ${what} in ${project}`;
  }
}
