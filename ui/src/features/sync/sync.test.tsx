import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failure, type Scenario, type Switch, scenario } from "../../ipc/fake";
import { axeFindings, show } from "../../shared/testing/render";
import { finishUndo, useUndoStore } from "../../shared/undo/store";
import { useHeldStore } from "./held";
import { FolderScreen, SyncScreen, WizardScreen } from "./index";
import { useLeaving, useVerify } from "./store";
import { useDraft } from "./wizard/use-wizard";

const emptyDraft = useDraft.getInitialState();
beforeEach(() => {
  useDraft.setState(emptyDraft, true);
  useVerify.setState({ verifying: new Map() });
  useLeaving.setState({ ids: new Set() });
  useHeldStore.setState({ folders: new Map() });
  useUndoStore.setState({ toasts: [] });
});

/** The time for undo is over. */
async function carryOut() {
  await waitFor(() => expect(useUndoStore.getState().toasts).not.toEqual([]));
  act(() => {
    for (const { id } of useUndoStore.getState().toasts) finishUndo(id);
  });
}

async function open(at: string, over: Scenario = scenario()) {
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: "/folders", component: SyncScreen }),
      createRoute({ getParentRoute: () => root, path: "/folders/new", component: WizardScreen }),
      createRoute({ getParentRoute: () => root, path: "/folders/$folder/$tab", component: FolderScreen }),
      createRoute({ getParentRoute: () => root, path: "/settings", component: () => <h1>The settings</h1> }),
      createRoute({ getParentRoute: () => root, path: "/documents", component: () => <h1>The documents</h1> }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const shown = await show(<RouterProvider router={router as never} />, over);
  const calls = (name: string) => shown.bridge.fake.calls.filter((call) => call.name === name).map(({ args }) => args);
  return { ...shown, router, calls };
}
const on = (...switches: Switch[]) => scenario(switches);
const row = async (name: string) => (await screen.findByText(name)).closest("li") as HTMLElement;
/** The row of a folder in the list, not its name in the column beside it. */
const folderRow = (name: RegExp) => screen.findByRole("listitem", { name });

describe("the list of synced folders", () => {
  it("says each folder's one state with a sentence, worst first", async () => {
    await open("/folders");
    await folderRow(/Needs you\. Tegninger VA/);
    const labels = screen.getAllByRole("listitem").flatMap((item) => item.getAttribute("aria-label") ?? []);
    expect(labels).toEqual([
      "Needs you. Stikningsdata Tengesdal",
      "Needs you. Tegninger VA",
      "Offline. Riggplaner Mölndal",
      "Waiting. Armering bru",
      "Working. Modeller skole",
      "Paused. Deponi Retvet",
      "In step. HMS felles",
    ]);
    expect(
      within(await folderRow(/Armering/)).getByText(/Open in AutoCAD LT\. 1 more\. 64 others in step\./),
    ).toBeVisible();
    expect(
      within(await folderRow(/Rigg/)).getByText("E: cannot be reached. Nothing is removed meanwhile."),
    ).toBeVisible();
    expect(within(await folderRow(/Armering/)).getByText(/Checked every 60 s/)).toBeVisible();
    expect(screen.getByText("2 folders need you")).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it("says in one sentence what belongs here while there is none", async () => {
    const { user, router } = await open("/folders", on("noFolders"));
    expect(await screen.findByText("Keep a folder in step with a project")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add folder…" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/folders/new"));
  });

  it("is quiet where nobody is needed", async () => {
    await open("/folders", on("calmFolders"));
    expect(await folderRow(/In step\. HMS felles/)).toBeVisible();
    expect(screen.queryByText(/need you/)).toBeNull();
  });

  it("pauses and goes on by key", async () => {
    const { user, calls } = await open("/folders", on("calmFolders"));
    (await folderRow(/HMS felles/)).focus();
    await user.keyboard("p");
    expect(calls("pauseFolders")).toEqual([["hms", null]]);
    await folderRow(/Paused\. HMS felles/);
    (await folderRow(/HMS felles/)).focus();
    await user.keyboard("p");
    expect(calls("resumeFolders")).toEqual([["hms"]]);
  });

  it("takes a folder off the list, and tells the desktop side only when the undo is over", async () => {
    const { user, calls } = await open("/folders");
    await user.click(await screen.findByRole("button", { name: "More for HMS felles" }));
    await user.click(await screen.findByText("Stop keeping it in step"));
    await waitFor(() => expect(screen.queryByRole("listitem", { name: /HMS felles/ })).toBeNull());
    expect(calls("removeFolder")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await folderRow(/HMS felles/)).toBeVisible();

    await user.click(await screen.findByRole("button", { name: "More for HMS felles" }));
    await user.click(await screen.findByText("Stop keeping it in step"));
    finishUndo(useUndoStore.getState().toasts[0]?.id ?? 0);
    await waitFor(() => expect(calls("removeFolder")).toEqual([["hms"]]));
  });

  it("explains any file by any part of its name", async () => {
    const { user } = await open("/folders");
    await user.type(await screen.findByRole("textbox", { name: "Why is this file not up?" }), "k-201");
    expect(await screen.findByText("Open in AutoCAD LT")).toBeVisible();
    expect(screen.getByText("Not ignored by any rule")).toBeVisible();
  });

  it("says where it was asked what a command refused", async () => {
    const { user, bridge } = await open("/folders");
    bridge.fake.refuse("pauseFolders", failure("busy"));
    await user.click(await screen.findByRole("button", { name: "Pause all" }));
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it("says that another Fielddesk runs the folders", async () => {
    await open("/folders", on("runsElsewhere"));
    expect(await screen.findByText(/Another Fielddesk on this computer/)).toBeVisible();
  });
});

describe("a folder that no conflict explains", () => {
  it("is reviewed where its decisions stand: never an empty list", async () => {
    const { user } = await open("/folders", on("stuckFolders"));
    await user.click(await screen.findByRole("button", { name: "Review" }));
    expect(await screen.findByRole("heading", { name: "Loggskjema pumpe 1.xlsx" })).toBeVisible();
    expect(screen.queryByText("Nothing needs you here.")).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it("uploads a file that keeps changing as it is now, then walks on to the closed project", async () => {
    const { user, calls } = await open("/folders/logg/needs", on("stuckFolders"));
    await user.click(await screen.findByRole("button", { name: "Upload current version" }));
    expect(calls("uploadAsItIs")).toEqual([["logg", { section: "Logg", name: "Loggskjema pumpe 1.xlsx" }]]);
    await user.click(await screen.findByRole("button", { name: /Next folder: Tegninger Retvet/ }));
    expect(await screen.findByRole("heading", { name: "Nothing in this folder is synced" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(calls("compareFolder")).toEqual([["lukket"]]);
    expect(screen.getByRole("button", { name: "Stop keeping it in step" })).toBeVisible();
  });

  it("lists files that failed with those that wait, as many as it counts, and tries them again", async () => {
    const { user, calls } = await open("/folders/film/waiting", on("stuckFolders"));
    expect(await screen.findByRole("tab", { name: /^Not uploaded ?3$/ })).toBeVisible();
    expect(await screen.findByRole("table")).toHaveAttribute("aria-rowcount", "4");
    expect(calls("folderFiles").at(-1)?.[1]).toEqual({ states: ["failed", "waiting"], search: "" });
    await user.click(screen.getByRole("button", { name: "Try 2 files again" }));
    expect(calls("compareFolder")).toEqual([["film"]]);
  });
});

describe("a conflict", () => {
  const first = "HA-201 Plan og profil 0–450.pdf";

  it("is decided by key, for all that are alike when asked so", async () => {
    const { user, calls } = await open("/folders/va/needs");
    await screen.findByRole("heading", { name: first });
    expect(await axeFindings()).toEqual([]);
    await user.keyboard("a");
    expect(screen.getByRole("checkbox", { name: /Do the same for the other file/ })).toBeChecked();
    await user.keyboard("2");
    expect(await screen.findByRole("heading", { name: "HB-140 Kryssing Hoveveien.pdf" })).toBeVisible();
    expect(calls("resolveConflicts"), "it can still be undone").toEqual([]);
    await carryOut();
    await waitFor(() => expect(calls("resolveConflicts")).toHaveLength(1));
    const [id, files, keep] = calls("resolveConflicts")[0] ?? [];
    expect([id, keep]).toEqual(["va", "remote"]);
    const shown = (files as { fileReferenceIds: string[] }[]).map(({ fileReferenceIds }) => fileReferenceIds);
    expect(shown, "about the documents that were shown").toEqual([["r1"], ["r2"]]);
    expect(await screen.findByRole("heading", { name: "HB-140 Kryssing Hoveveien.pdf" })).toBeVisible();
  });

  it("says what each button does before it is pressed, and presses none by itself", async () => {
    const { calls } = await open("/folders/va/needs");
    expect(await screen.findByText(/Crews get yours now\. Theirs stays in History until/)).toBeVisible();
    expect(
      screen.getByText(/Theirs comes into the folder as “HA-201 Plan og profil 0–450 \(theirs …\)\.pdf”/),
    ).toBeVisible();
    expect(calls("resolveConflicts")).toEqual([]);
  });

  it("keeps one of several with the same name by its id", async () => {
    const { user, calls } = await open("/folders/va/needs");
    await user.click(await screen.findByRole("option", { name: /HB-140/ }));
    const [, other] = await screen.findAllByRole("button", { name: "Keep this one" });
    await user.click(other as HTMLElement);
    await carryOut();
    await waitFor(() => expect(calls("resolveConflicts")[0]?.slice(2)).toEqual(["remote", "r4"]));
  });

  it("names both files of a name that is one, and asks for a new name in the folder", async () => {
    const { user } = await open("/folders/va/needs");
    await user.click(await screen.findByRole("option", { name: /PLAN\.pdf/ }));
    expect(await screen.findByText(/“PLAN\.pdf” and “Plan\.pdf” count as one name/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Keep/ })).toBeNull();
  });

  it("shows what was refused and leaves the file in the queue", async () => {
    const { user, bridge } = await open("/folders/va/needs");
    bridge.fake.refuse("resolveConflicts", failure("conflict"));
    await user.click(await screen.findByRole("button", { name: "Keep yours" }));
    await carryOut();
    expect(await screen.findByRole("alert")).toBeVisible();
    await user.click(await screen.findByRole("option", { name: /HA-201/ }));
    expect(await screen.findByRole("heading", { name: first })).toBeVisible();
  });

  it("is taken back by Ctrl Z until it is carried out, and afterwards says why not", async () => {
    const { user, calls } = await open("/folders/va/needs");
    await screen.findByRole("heading", { name: first });
    await user.keyboard("1");
    expect(await screen.findByRole("heading", { name: /^HB-111/ })).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByRole("option", { name: /HA-201/ })).toBeVisible();
    expect(calls("resolveConflicts")).toEqual([]);
    await user.click(screen.getByRole("option", { name: /HA-201/ }));
    await user.keyboard("1");
    await carryOut();
    await waitFor(() => expect(calls("resolveConflicts")).toHaveLength(1));
    expect(screen.queryByText(/The last decision is carried out/)).toBeNull();
    await waitFor(async () => {
      await user.keyboard("{Control>}z{/Control}");
      expect(screen.getByText(/The last decision is carried out/)).toBeVisible();
    });
    expect(screen.queryByRole("option", { name: /HA-201/ })).toBeNull();
  });

  it("fetches theirs to be compared, and knows its size then", async () => {
    const { user, calls } = await open("/folders/va/needs");
    await user.click(await screen.findByRole("option", { name: /HB-111/ }));
    await user.click(await screen.findByRole("button", { name: "Fetch and compare" }));
    await waitFor(() => expect(calls("compareConflict")).toHaveLength(1));
    expect(await screen.findByRole("button", { name: "Open both side by side" })).toBeVisible();
    expect(screen.queryByText("Not known")).toBeNull();
  });
});

describe("files gone from the folder", () => {
  it("are removed only those ticked, and only when somebody says so", async () => {
    const { user, calls } = await open("/folders/va/needs");
    await user.click(await screen.findByRole("option", { name: /3 files removed together/ }));
    await user.click(await screen.findByRole("checkbox", { name: /HA-099/ }));
    expect(calls("decideGone")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove 2 from the page" }));
    await carryOut();
    await waitFor(() => expect(calls("decideGone")).toHaveLength(1));
    const [, files, choice] = calls("decideGone")[0] ?? [];
    expect(choice).toBe("remove");
    expect(files).toHaveLength(2);
  });

  it("are asked for once more, with the number, when they are unusually many", async () => {
    const { user, calls } = await open("/folders/stikning/needs");
    expect(await screen.findByText(/61 of 214 are gone\. That is unusual/)).toBeVisible();
    expect(screen.getByText(/58 are from “Uke 46”/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove 61 from the page" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove 61 documents from the page?" });
    expect(calls("decideGone")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Remove 61 from the page" }));
    await carryOut();
    await waitFor(() => expect(calls("decideGone")).toHaveLength(1));
    expect(await screen.findByText("Nothing needs you here.")).toBeVisible();
  });
});

describe("the wizard", () => {
  it("shows what will happen before it begins, and keeps the draft on leaving", async () => {
    const { user, router, calls } = await open("/folders/new");
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    // The folder's path names a project: it stands on top.
    await user.click(await screen.findByRole("button", { name: /P-2026-004.*fits the folder/ }));
    await user.click(await screen.findByRole("radio", { name: "A section for each subfolder" }));
    expect(await screen.findByText("Pumpestasjon - Armering")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/folders"));
    await user.click(await screen.findByRole("button", { name: "Add folder…" }));
    await user.click(await screen.findByRole("button", { name: "Next" }));
    expect(await screen.findByText("110 new")).toBeVisible();
    expect(screen.getByText("11 only on the page, left alone")).toBeVisible();
    expect(calls("startFolder")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Start: send 110 files" }));
    expect(await folderRow(/Working\. Tegninger etappe 3/)).toBeVisible();
    expect(calls("startFolder")[0]?.[1]).toMatchObject({ sectionsBySubfolder: true, deletes: "ask" });
  });

  it("says why the desktop side refuses a folder", async () => {
    const { user, bridge } = await open("/folders/new");
    bridge.fake.refuse("pickFolder", failure("refused", { file: "P:\\" }));
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    expect(await screen.findByRole("alert")).toBeVisible();
  });
});

describe("what a folder keeps", () => {
  it("puts a version back into the folder and says so", async () => {
    const { user, calls } = await open("/folders/va/history");
    const back = await screen.findAllByRole("button", { name: /^Restore: HA-101/ });
    await user.click(back[0] as HTMLElement);
    expect(calls("restoreVersion")).toEqual([[500]]);
    expect((await screen.findAllByText(/HA-101 .* is restored to the folder/))[0]).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it("tells what happened by cause, and the names on demand", async () => {
    await open("/folders/va/activity");
    expect((await row("12 replaced")).textContent).toContain("Kari · KONTOR-07");
  });

  it("asks the same about deletes as the wizard, saved at once", async () => {
    const { user, calls } = await open("/folders/va/settings");
    await user.click(await screen.findByRole("radio", { name: "Never remove from the page" }));
    expect(calls("setFolderDeletes")).toEqual([["va", "keep"]]);
    expect(screen.getByText("Office lock files")).toBeVisible();
  });

  it("says what a comparison byte for byte found", async () => {
    const { user } = await open("/folders", on("calmFolders"));
    await user.click(await screen.findByRole("button", { name: "Verify: HMS felles" }));
    expect(await screen.findByText("20 documents fetched back and the same, byte for byte.")).toBeVisible();
  });
});
