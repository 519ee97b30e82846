/** Planned releases of the fake: one that waits, one that came about late, one that the service did not answer. */

import type { PlannedRelease } from "../../bindings";
import type { Bridge } from "../../bridge";
import { failure, minutesAgo } from "../data";
import type { Desk } from "./desk";
import { runBatch } from "./run";

/** A release, and the block that it ends. */
export type Planned = PlannedRelease & { block: number };

export function releaseCommands(desk: Desk): Pick<Bridge, "plannedReleases" | "dropRelease"> {
  const began = desk.scenario.on.has("releases") ? begin(desk) : Promise.resolve();
  return {
    plannedReleases: async () => {
      await began;
      return desk.releases.map(({ block, ...release }) => release);
    },
    dropRelease: async (id) => {
      desk.releases = desk.releases.filter((release) => release.id !== id);
      desk.releasesChanged();
      return null;
    },
  };
}

async function begin(desk: Desk): Promise<void> {
  const blocked = [...desk.records.values()].filter(({ values }) => values.blockCheckIn === true).map(({ id }) => id);
  const [first, second, third, ...rest] = blocked;
  const opened = [first, second].flatMap((id) => id ?? []);
  const left = [third].flatMap((id) => id ?? []);
  const cell = { field: "blockCheckInMessage", old: "Service", new: "Service", left: null };
  const { batch } = await runBatch(desk, "release", [
    ...opened.map((id) => ({ id, values: { blockCheckIn: false } })),
    ...left.map((id) => ({
      id,
      values: {},
      settled: "conflict" as const,
      cells: [{ ...cell, theirs: "Damaged, do not use" }],
    })),
  ]);
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(7, 0, 0, 0);
  const none = { failure: null, done: null };
  desk.releases.push(
    {
      ...none,
      id: 1,
      block: 0,
      at: minutesAgo(300),
      machineIds: [],
      done: { batchId: batch.id, late: true, released: opened.length, leftAlone: left.length },
    },
    {
      ...none,
      id: 2,
      block: 0,
      at: minutesAgo(20),
      machineIds: rest.slice(0, 2),
      failure: failure("unreachable", { host: "api.feltdrift.example" }),
    },
    { ...none, id: 3, block: 0, at: at.toISOString(), machineIds: left },
  );
}
