/** Transfers of the fake: files that go up, wait, fail and need a person. */

import type { PlanRow, Target, Transfer, Transfers } from "../bindings";
import { failure, minutesAgo } from "./data";
import type { Scenario } from "./scenarios";

const target: Target = { project: "project-P-2026-004", workOrder: null };

function transfer(id: number, name: string, bytesTotal: number, rest: Partial<Transfer>): Transfer {
  return {
    id,
    kind: "upload",
    name,
    shownName: name,
    target,
    place: "P-2026-004",
    section: "Tegninger VA",
    state: "waiting",
    bytesDone: rest.state === "done" ? bytesTotal : 0,
    bytesTotal,
    attempts: 0,
    nextTryAt: null,
    failure: null,
    finishedAt: null,
    canShow: true,
    ...rest,
  };
}

/** What is under way when the window opens. */
export function startingTransfers({ on }: Scenario): Transfer[] {
  const items: Transfer[] = [];
  if (on.has("sending")) {
    items.push(
      transfer(1, "Terrengmodell 2026-11-18.ifc", 84_200_000, { state: "working", bytesDone: 31_000_000, attempts: 1 }),
      transfer(2, "HA-202 Plan og profil 450–980.pdf", 11_700_000, {
        state: "working",
        kind: "replace",
        bytesDone: 7_250_000,
        attempts: 1,
      }),
      transfer(3, "Droneopptak Hoveveien uke 47.mp4", 180_000_000, { section: "Documents" }),
      transfer(4, "HB-112 Pumpestasjon PS2 rør.pdf", 7_200_000, {
        state: "checking",
        bytesDone: 7_200_000,
        attempts: 1,
      }),
      transfer(5, "HA-310 Kum SK25–SK31.dwg", 3_400_000, { state: "done", attempts: 1, finishedAt: minutesAgo(1) }),
      transfer(6, "Riggplan Hoveveien rev C.pdf", 4_100_000, {
        state: "done",
        attempts: 1,
        finishedAt: minutesAgo(2),
        section: "HMS og rigg",
      }),
    );
  }
  if (on.has("failing")) {
    items.push(
      transfer(11, "Punktsky.las", 5_400_000_000, {
        state: "failed",
        attempts: 1,
        failure: failure("tooLarge", { file: "Punktsky.las" }, { status: 413 }),
        finishedAt: minutesAgo(6),
      }),
      transfer(12, "SJA sprengning uke 48.docx", 410_000, {
        state: "failed",
        attempts: 5,
        section: "HMS og rigg",
        failure: failure("serviceFailed", {}, { status: 503 }),
        nextTryAt: new Date(Date.now() + 4 * 60_000).toISOString(),
      }),
      transfer(13, "HB-140 Kryssing Hoveveien.pdf", 4_800_000, {
        state: "needsYou",
        attempts: 1,
        failure: failure("conflict", { file: "HB-140 Kryssing Hoveveien.pdf" }, { status: 409 }),
      }),
      transfer(14, "Rapport.xlsx", 88_000, {
        state: "failed",
        attempts: 1,
        failure: failure("fileVanished", { file: "Rapport.xlsx" }),
        canShow: false,
      }),
    );
  }
  if (on.has("offline")) {
    items.push(
      transfer(21, "HA-311 Kum SK32–SK36.dwg", 3_100_000, {
        failure: failure("unreachable", { host: "api.feltdrift.example" }),
        attempts: 3,
        nextTryAt: new Date(Date.now() + 4 * 60_000).toISOString(),
      }),
    );
  }
  return items;
}

/** New transfers for the rows of a plan. */
export function transfersOf(rows: PlanRow[], to: Target, place: string, firstId: number): Transfer[] {
  return rows.map((row, at) =>
    transfer(firstId + at, row.name, row.sizeBytes ?? 0, {
      shownName: row.shownName,
      target: to,
      place,
      section: row.section,
      kind: row.what === "replaces" || row.what === "replacesSomeoneElses" ? "replace" : "upload",
    }),
  );
}

const moving = (state: Transfer["state"]) => state === "working" || state === "checking";

/** The sums over the items, as the desktop side counts them. */
export function summed(items: Transfer[], paused: boolean): Transfers {
  const count = (of: (t: Transfer) => boolean) => items.filter(of).length;
  const counted = items.filter((t) => t.state !== "cancelled");
  const bytesDone = counted.reduce((sum, t) => sum + t.bytesDone, 0);
  const bytesTotal = counted.reduce((sum, t) => sum + t.bytesTotal, 0);
  const active = count((t) => moving(t.state));
  const bytesPerSecond = active > 0 && !paused ? 1_600_000 : 0;
  const finished = items.flatMap((t) => (t.state === "done" && t.finishedAt ? [t.finishedAt] : [])).sort();
  return {
    items,
    active,
    waiting: count((t) => t.state === "waiting"),
    failed: count((t) => t.state === "failed"),
    needsYou: count((t) => t.state === "needsYou"),
    filesDone: count((t) => t.state === "done"),
    filesTotal: counted.length,
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.round((bytesTotal - bytesDone) / bytesPerSecond) : null,
    paused,
    lastSentAt: finished.at(-1) ?? null,
    leftFromBefore: 0,
  };
}

/** One step of everything that moves; a waiting file starts when fewer than two move. */
export function advanced(items: Transfer[], stepBytes: number): { items: Transfer[]; finished: Transfer[] } {
  const finished: Transfer[] = [];
  let busy = items.filter((t) => moving(t.state)).length;
  const next = items.map((item): Transfer => {
    if (item.state === "waiting" && item.nextTryAt === null && busy < 2) {
      busy += 1;
      return { ...item, state: "working", attempts: item.attempts + 1 };
    }
    if (!moving(item.state)) return item;
    const bytesDone = Math.min(item.bytesTotal, item.bytesDone + stepBytes);
    if (bytesDone < item.bytesTotal) return { ...item, bytesDone };
    const done: Transfer = { ...item, bytesDone, state: "done", finishedAt: new Date().toISOString() };
    finished.push(done);
    return done;
  });
  return { items: next, finished };
}
