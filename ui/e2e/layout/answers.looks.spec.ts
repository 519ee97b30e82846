/** Words for rare events fit a narrow window in every language: the window gets the event without its cause. */

import { expect } from "@playwright/test";
import type { DataLoss, Failure, Folders, LostPart, Transfers, TripDistributions, UpdateState } from "../../src/ipc";
import { openTransfers, prepare, show, test } from "../fixtures";
import { openMachines } from "../machines/machines";
import { openTrips } from "../trips/trips";
import { answers, below, recorded, recordedFailure, refuses } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("records that were lost, each kind of list that fails, and updates", async ({ page }) => {
  await prepare(page);
  const parts = below("shell:dataLoss.name.") as LostPart[];
  const lost = (cause: DataLoss["cause"], database: DataLoss["database"]): DataLoss => ({
    at: "2026-11-20T11:00:00Z",
    database,
    cause,
    keptAside: "fielddesk.sqlite.damaged-2026-11-20",
    parts: parts.map((part, at) => ({ part, carried: at % 3 === 0 ? 1 : 1_234, complete: false })),
  });
  await answers<DataLoss[]>(page, "data_losses", () => [lost("damaged", "records"), lost("emptied", "syncState")]);
  await refuses(page, "kept_versions", recordedFailure());
  await show(page, "/history");
  await expect(page.getByRole("alert")).toBeVisible();
  await lookAtWords(page, "lost records, and a history that cannot be read");
  await page.unroute("**/bridge/invoke/data_losses");

  const states: UpdateState[] = [
    { state: "failed", problem: "signature", version: "0.2.0", at: "2026-11-20T11:00:00Z" },
    { state: "ready", version: "0.2.0", notes: null },
    { state: "downloading", version: "0.2.0", bytes: 1_000_000, total: 40_000_000 },
  ];
  for (const state of states) {
    await answers<UpdateState>(page, "update_state", () => state);
    await show(page, "/settings");
    await page.getByRole("navigation").getByRole("button", { name: "Updates", exact: true }).click();
    await lookAtWords(page, `update, ${state.state}`);
  }
});

test("folders and transfers of every state and reason", async ({ page }) => {
  await prepare(page);
  const { folders: office } = recorded<{ folders: Folders }>("office");
  const [first] = office.folders;
  if (first === undefined) throw new Error("No folder is recorded.");
  const reasons = [...below("sync:why."), ...below("sync:stop.")];
  const told = (shown: string[], state: "waiting" | "needsDecision"): Folders => ({
    ...office,
    folders: shown.map((reason, at) => ({
      ...first,
      ...{ id: at.toString(16).padStart(8, "0"), state, reason, waiting: 2, conflicts: 0, gone: 0 },
      ...(at % 3 === 0 ? { otherConnection: "Fjordvik Test", polledSeconds: 60, polledBecause: "networkDrive" } : {}),
    })),
  });
  for (const [at, shown] of [reasons.slice(0, 24), reasons.slice(24)].entries()) {
    await answers<Folders>(page, "folders", () => told(shown, "waiting"));
    await show(page, "/folders");
    await expect(page.getByText("Tegninger VA").first()).toBeVisible();
    await lookAtWords(page, `reasons of folders, ${at}`);
  }

  const sending = recorded<Transfers>("sending");
  const [item] = sending.items;
  if (item === undefined) throw new Error("No transfer is recorded.");
  const states = below("transfers:state.") as (typeof item.state)[];
  const kinds = below("transfers:to.") as (typeof item.kind)[];
  const remedies = below("transfers:remedy.") as typeof item.remedies;
  const items = states.map((state, at) => ({
    ...item,
    ...{ id: at, state, kind: kinds[at % kinds.length] ?? "upload", attempts: at + 1 },
    ...(state === "waiting" ? { nextTryAt: "2026-11-20T11:00:00Z", failure: null } : {}),
    ...(state === "needsYou" ? { remedies } : {}),
  }));
  for (const paused of [false, true]) {
    await answers<Transfers>(page, "transfers", () => ({
      ...sending,
      ...{ items, paused, needsYou: 1, waiting: 1, secondsLeft: 7_200, leftFromBefore: 3, filesTotal: 7 },
    }));
    await show(page);
    await openTransfers(page);
    await lookAtWords(page, paused ? "transfers, paused" : "transfers of every state");
  }
});

test("each failure at a transfer", async ({ page }) => {
  await prepare(page);
  const sending = recorded<Transfers>("sending");
  const [item] = sending.items;
  if (item?.failure == null) throw new Error("No failure is recorded.");
  const variants: Record<string, Record<string, string>> = {
    list: { list: "true" },
    token: { token: "true" },
    operator: { grantedBy: "operator" },
    named: { file: "Punktsky.las" },
    noProgram: { noProgram: "true", file: "Punktsky.las" },
    noFileManager: { noFileManager: "true", file: "Punktsky.las" },
    noTls: { noTls: "true" },
    replacedSince: { replacedSince: "true", file: "Punktsky.las" },
    deletedSince: { deletedSince: "true", file: "Punktsky.las" },
    folderAway: { stop: "folderAway", folder: "Tegninger VA" },
    folder: {},
    address: {},
    sentence: {},
  };
  const { failure } = item;
  const items = below("failures:").flatMap((path, id) => {
    const [kind, variant = "", reason = ""] = path.split(".");
    const params = { ...variants[variant], scope: "serviceapiv3", host: "core.example.com", reason };
    const field = { address: "baseUrl", folder: "folder" }[variant] ?? null;
    return variants[variant] === undefined
      ? []
      : [{ ...item, id, failure: { ...failure, kind: kind as Failure["kind"], field, params } }];
  });
  await answers<Transfers>(page, "transfers", () => ({ ...sending, items, failed: items.length }));
  await show(page);
  await openTransfers(page);
  await lookAtWords(page, "each failure at a transfer", "aside");
});

test("keys of the machines, and what of haul trips should be checked", async ({ page }) => {
  await openMachines(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await lookAtWords(page, "keys of the machines", "[role=dialog]");

  const problems = below("trips:problem.") as TripDistributions["problems"][number]["problem"][];
  await answers<TripDistributions>(page, "trip_distributions", (given) => ({
    ...given,
    problems: problems.map((problem, at) => ({ problem, trips: at % 2 === 0 ? 1 : 2_345 })),
  }));
  await openTrips(page);
  await page.getByRole("button", { name: /to check/i }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await lookAtWords(page, "what of haul trips should be checked", "[role=menu]");
});
