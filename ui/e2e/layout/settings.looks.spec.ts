/** What settings answer, each case of it, fits a narrow window in every language. */

import { expect, type Page } from "@playwright/test";
import type {
  Failure,
  FolderSettings,
  Folders,
  FoldersImported,
  InitialState,
  RuleTrial,
  UpdateProblem,
  UpdateState,
} from "../../src/ipc";
import { prepare, show, test } from "../fixtures";
import { answers, below, recorded, recordedFailure, refuses, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

const at = "2026-11-20T11:00:00Z";
const { folders: office } = recorded<{ folders: Folders }>("office");
const usage = (params: Failure["params"] = {}): Failure => ({ ...recordedFailure(), kind: "usage", params });

/** Opens a group of settings. */
async function openGroup(page: Page, name: string): Promise<void> {
  await show(page, "/settings");
  await page.getByRole("navigation").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeInViewport();
}

test("updates: each state and each problem", async ({ page }) => {
  await prepare(page);
  const problems = below("settings:updates.problems.") as UpdateProblem[];
  const states: UpdateState[] = [
    { state: "checking" },
    { state: "upToDate", at },
    ...problems.map((problem): UpdateState => ({ state: "failed", problem, version: null, at })),
    { state: "byPackage" },
    { state: "ready", version: "0.2.0", notes: null },
  ];
  for (const [number, state] of states.entries()) {
    await tells(page, { update_state: state });
    await openGroup(page, "Updates");
    await lookAtWords(page, `updates ${number}, ${state.state}`, number === 0 ? "body" : "main");
  }
  await tells(page, { restart_to_update: "uploading" });
  await page.getByRole("button", { name: "Restart to update" }).last().click();
  await expect(page.getByText("Documents are being uploaded", { exact: false }).first()).toBeVisible();
  await lookAtWords(page, "an update that waits", "main");
});

test("addresses that cannot be used, settings that cannot be read, a search without result", async ({ page }) => {
  await prepare(page);
  await answers<InitialState>(page, "app_state", (given) => ({
    ...given,
    managed: { ...given.managed, unreadable: true },
  }));
  await tells(page, { update_state: { state: "off" } });
  await refuses(page, "set_settings", usage());
  for (const group of ["Haul trips", "Updates"]) {
    await openGroup(page, group);
    const field = page.getByRole("region", { name: group }).getByRole("textbox", { name: /address/i });
    await field.fill("http://no");
    await field.press("Enter");
    await expect(page.getByText("The address begins with https://", { exact: false })).toBeVisible();
    await lookAtWords(page, `address of ${group}`, "main");
  }
  await page.getByRole("textbox", { name: /Search/ }).fill("nothing is so named");
  await expect(page.getByText("No setting matches", { exact: false })).toBeVisible();
  await lookAtWords(page, "no setting that matches", "main");
});

test("synced folders: pause, hours, rules and lists of folders", async ({ page }) => {
  await prepare(page);
  const settings: FolderSettings = {
    ...{ bytesPerSecond: 250_000, rules: ["*.bak"] },
    windows: [{ from: "07:00", to: "16:00", bytesPerSecond: 1_000_000 }],
  };
  await tells(page, { folder_settings: settings });
  for (const until of [null, at]) {
    await tells(page, { folders: { ...office, paused: { until } } satisfies Folders });
    await openGroup(page, "Synced folders");
    await expect(page.getByText("All folders are paused", { exact: false })).toBeVisible();
    await lookAtWords(page, `all paused, ${until}`, "main");
  }

  const trial = (folderName: string, change: Partial<RuleTrial> = {}): RuleTrial => ({
    ...{ folderName, hides: [], hidesTotal: 0, shows: [], showsTotal: 0, failure: null },
    ...change,
  });
  const files = ["HA-101.pdf", "HA-102.pdf"];
  const trials: RuleTrial[] = [
    trial("Tegninger VA"),
    trial("Rigg", { failure: recordedFailure() }),
    trial("Modeller", { hides: files, hidesTotal: 1_234, shows: files, showsTotal: 3 }),
  ];
  for (const [answer, sign] of [
    [trials, "nothing changes"],
    [[], "There is no synced folder yet"],
  ] as const) {
    await tells(page, { try_folder_rules: answer });
    await page.getByRole("button", { name: "Preview changes" }).click();
    await expect(page.getByText(sign, { exact: false })).toBeVisible();
    await lookAtWords(page, `rules, ${sign}`, "main");
  }
  await refuses(page, "try_folder_rules", usage({ rule: "[" }));
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("cannot be read as a rule", { exact: false })).toBeVisible();
  await lookAtWords(page, "no rule", "main");

  const refused = below("settings:folders.carry.because.").map((reason) => ({
    shownPath: `/home/kari/${reason}`,
    failure: usage({ reason, other: "Tegninger VA" }),
  }));
  await tells(page, { import_folders: { added: ["/home/kari/Rigg"], refused } satisfies FoldersImported });
  await page.getByRole("button", { name: /^Import/ }).click();
  await expect(page.getByText("A home folder cannot be synced.", { exact: true })).toBeVisible();
  await lookAtWords(page, "a list that was read", "main");
  await tells(page, { export_folders: true });
  await page.getByRole("button", { name: /^(Export|Save the list)/ }).click();
  await expect(page.getByText("List saved").first()).toBeVisible();
  await lookAtWords(page, "a list that was saved", "main");
  await refuses(page, "import_folders", usage());
  await page.getByRole("button", { name: /^Import/ }).click();
  await expect(page.getByText("This file is not a list of synced folders.")).toBeVisible();
  await lookAtWords(page, "no list", "main");
  await refuses(page, "set_start_at_login", usage());
});

test("a connection that is removed, and the folders that go through it", async ({ page }) => {
  await prepare(page);
  await tells(page, { folders: office });
  await show(page, "/settings");
  await page.getByRole("button", { name: "More for Fjordvik Anlegg AS", exact: true }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect(page.getByRole("dialog").getByText("Tegninger VA", { exact: true })).toBeVisible();
  await lookAtWords(page, "a connection that is removed", "[role=dialog]");
});
