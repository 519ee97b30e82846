import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FirstPlan } from "../../../ipc";
import { failure } from "../../../shared/testing/bridge";
import { office } from "../../../shared/testing/recorded";
import { open } from "../sync-for-tests";

describe("the wizard", () => {
  const pick = {
    pickId: "pick-1",
    name: "Tegninger",
    shownPath: "P:\\P-2026-004\\Tegninger",
    files: 12,
    bytes: 900_000,
    inSubfolders: 12,
  };
  const plan: FirstPlan = {
    different: 0,
    rows: [],
    rowsInAll: 0,
    sections: [{ section: "Grøft", files: 12 }],
    new: 12,
    toCompare: 0,
    waiting: 0,
    inSubfolders: 0,
    onlyOnPage: 11,
    files: 12,
    bytes: 900_000,
    leftOut: [],
    sameSection: ["Tegninger VA"],
  };

  it("puts the project that the path names on top, and keeps the draft on leaving", async () => {
    const { user, router, bridge } = await open("/folders/new", { pickFolder: pick, planFolder: plan });
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    await user.click(await screen.findByRole("button", { name: /P-2026-004.*fits the folder/ }));
    expect(await screen.findByRole("radio", { name: "A section for each subfolder" })).toBeChecked();
    expect(await screen.findByText("Grøft")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/folders"));
    await user.click(await screen.findByRole("button", { name: "Add folder…" }));
    await user.click(await screen.findByRole("button", { name: "Next" }));
    expect(await screen.findByText("12 new")).toBeVisible();
    expect(screen.getByText("11 only in the project, not changed")).toBeVisible();
    expect(screen.getByText(/“Tegninger VA” is synced to the same section/)).toBeVisible();
    expect(bridge.calls("startFolder")).toEqual([]);
    bridge.answers({ startFolder: "folder-1" });
    await user.click(screen.getByRole("button", { name: "Start: upload 12 files" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/folders"));
    expect(bridge.calls("startFolder")[0]?.[1]).toMatchObject({ sectionsBySubfolder: true, deletes: "ask" });
  });

  it("says what one section leaves out of a folder with subfolders, and presets none for a flat one", async () => {
    const { user } = await open("/folders/new", {
      pickFolder: pick,
      planFolder: { ...plan, inSubfolders: 12, new: 0 },
    });
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    await user.click(await screen.findByRole("button", { name: /P-2026-004/ }));
    await user.click(await screen.findByRole("radio", { name: "One section" }));
    expect(await screen.findByText("12 files in subfolders are not uploaded.")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Next" }));
    expect(await screen.findByText("12 in subfolders, not uploaded")).toBeVisible();
  });

  it("goes to one section where nothing lies in subfolders", async () => {
    const { user } = await open("/folders/new", { pickFolder: { ...pick, inSubfolders: 0 }, planFolder: plan });
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    await user.click(await screen.findByRole("button", { name: /P-2026-004/ }));
    expect(await screen.findByRole("radio", { name: "One section" })).toBeChecked();
  });

  it("says how many of the projects are listed, and that typing finds the others", async () => {
    const [first] = office.projects.projects;
    if (first === undefined) throw new Error("No project is recorded.");
    const projects = Array.from({ length: 16 }, (_, at) => ({
      ...first,
      ...{ id: `${at}`, number: `S-${100 + at}`, name: `Skole ${at}`, active: true, usedAt: null },
    }));
    const { user, bridge } = await open("/folders/new", {
      pickFolder: pick,
      listProjects: { ...office.projects, projects },
    });
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    expect(await screen.findByText("8 of 16 projects shown. Type to find more.")).toBeVisible();
    expect(screen.getAllByRole("button", { name: /^S-/ })).toHaveLength(8);
    const search = screen.getByRole("textbox", { name: "Number or name" });
    await user.type(search, "skole");
    expect(screen.getByText("8 matches shown. Type more to narrow the list.")).toBeVisible();
    await user.type(search, " 15");
    expect(screen.getByRole("button", { name: /^S-115/ })).toBeVisible();
    expect(screen.queryByText(/ shown\./)).toBeNull();
    expect(bridge.calls("planFolder")).toEqual([]);
  });

  it("goes on by Enter on a heading, and uploads by Ctrl Enter alone", async () => {
    const { user, bridge } = await open("/folders/new", { pickFolder: pick, planFolder: plan });
    expect(await screen.findByRole("heading", { name: "Add a synced folder" })).toHaveFocus();
    await user.keyboard("{Enter}");
    const search = await screen.findByRole("textbox", { name: "Number or name" });
    expect(bridge.calls("pickFolder")).toHaveLength(1);
    act(() => search.blur());
    await user.keyboard("{Enter}");
    expect(search, "no project is chosen for anyone").toBeVisible();
    await user.click(screen.getByRole("button", { name: /P-2026-004/ }));
    await screen.findByRole("button", { name: "Next" });
    act(() => screen.getByRole("heading", { name: "Which section" }).focus());
    await user.keyboard("{Enter}");
    await screen.findByRole("button", { name: "Start: upload 12 files" });
    act(() => screen.getByRole("heading", { name: "Review" }).focus());
    await user.keyboard("{Enter}");
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard("{Enter}");
    expect(bridge.calls("startFolder")).toEqual([]);
    expect(bridge.calls("pickFolder")).toHaveLength(1);
    bridge.answers({ startFolder: "folder-1" });
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(bridge.calls("startFolder")).toHaveLength(1);
  });

  it("takes one step for an Enter that is held", async () => {
    const { user, bridge } = await open("/folders/new", { pickFolder: null });
    await screen.findByRole("heading", { name: "Add a synced folder" });
    await user.keyboard("{Enter>3/}");
    expect(bridge.calls("pickFolder")).toHaveLength(1);
  });

  it.each([true, false])("makes a folder of sample drawings with sample data alone: %s", async (sampleData) => {
    const { appState } = office;
    const connections = appState.connections.map((each) => ({ ...each, sampleData: sampleData && each.active }));
    const { user, bridge } = await open("/folders/new", {
      appState: { ...appState, connections },
      makeSampleFolder: { ...pick, name: "P-2026-004 Høydebasseng Storåsen", files: 11 },
      planFolder: plan,
    });
    await screen.findByRole("button", { name: "Choose folder…" });
    const offer = screen.queryByRole("button", { name: "Create a folder of sample drawings…" });
    expect(offer !== null).toBe(sampleData);
    if (offer === null) return;
    await user.click(offer);
    expect(await screen.findByRole("button", { name: /P-2026-004.*fits the folder/ })).toBeVisible();
    expect(bridge.calls("makeSampleFolder")).toHaveLength(1);
  });

  it("says why the desktop side refuses a folder", async () => {
    const { user, bridge } = await open("/folders/new");
    const params = { folder: "P:\\Home", reason: "home" };
    bridge.refuses("pickFolder", failure("refused", params, { field: "folder" }));
    await user.click(await screen.findByRole("button", { name: "Choose folder…" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("P:\\Home is a home folder, or holds one. It cannot be synced.");
    expect(alert, "nobody asked the server").not.toHaveTextContent(/server/);
  });
});
