import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { ConnectionInfo, PendingEdit } from "../../ipc";
import { type Answers, failure } from "../../shared/testing/bridge";
import { office } from "../../shared/testing/recorded";
import { axeFindings, show } from "../../shared/testing/render";
import { useLoss, useUnsavedUsers } from "../../shared/unsaved";
import { SettingsScreen } from "./index";

const { appState } = office;
const ready = { state: "ready", version: "0.2.0", notes: "Faster lists" } as const;
const trial = "Fjordvik Anlegg AS – prøve";

/** The recorded connections, one of them in use. */
const inUse = (name: string): ConnectionInfo[] =>
  appState.connections.map((connection) => ({ ...connection, active: connection.name === name }));

afterEach(() => {
  useUnsavedUsers.setState({ count: 0 });
  useLoss.setState({ loss: null });
});

async function settings(more: Answers = {}) {
  const root = createRootRoute();
  const page = (path: string, title: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>{title}</h1> });
  const home = createRoute({ getParentRoute: () => root, path: "/settings", component: SettingsScreen });
  const router = createRouter({
    routeTree: root.addChildren([home, page("/connect", "The form")]),
    history: createMemoryHistory({ initialEntries: ["/settings"] }),
  });
  const answers = {
    folderSettings: office.settings,
    startAtLogin: false,
    pendingEdits: [],
    activateConnection: null,
    setSettings: null,
    copyDiagnostics: "Fielddesk 0.1.0",
    ...more,
  };
  const shown = await show(<RouterProvider router={router as never} />, answers);
  await screen.findByRole("heading", { name: "Settings" });
  const row = (name: string) => {
    const found = screen.getByText(name).closest("li");
    if (found === null) throw new Error(`no row ${name}`);
    return within(found);
  };
  return { ...shown, row, router };
}

describe("connections", () => {
  it("says which is in use and uses another", async () => {
    const { user, row, bridge } = await settings();
    expect(await axeFindings()).toEqual([]);
    expect(row("Fjordvik Anlegg AS").getByText("In use")).toBeVisible();
    await user.click(row(trial).getByRole("button", { name: "Use" }));
    expect(bridge.calls("activateConnection")).toEqual([[trial]]);
    act(() => bridge.emit("connectionsChanged", { connections: inUse(trial) }));
    await waitFor(() => expect(row(trial).getByText("In use")).toBeVisible());
  });

  it("asks before one is removed, and names it on the button", async () => {
    const { user, row, bridge } = await settings({ removeConnection: null });
    await user.click(row(trial).getByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("No file is touched, here or on the server.");
    expect(bridge.calls("removeConnection")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: `Remove ${trial}` }));
    await waitFor(() => expect(bridge.calls("removeConnection")).toEqual([[trial]]));
  });

  it("Cancel removes nothing", async () => {
    const { user, row, bridge } = await settings();
    await user.click(row("Fjordvik Anlegg AS").getByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
    expect(bridge.calls("removeConnection")).toEqual([]);
  });

  it("removing the one in use says which changes are lost with it", async () => {
    const edit = { machineId: "m1", field: "note" } as unknown as PendingEdit;
    const { user, row } = await settings({ pendingEdits: [edit, edit, edit] });
    act(() => useUnsavedUsers.setState({ count: 2 }));
    await user.click(row("Fjordvik Anlegg AS").getByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("3 unsaved changes to machines are lost.")).toBeVisible();
    expect(dialog).toHaveTextContent("2 users have unsaved changes. They are lost.");
    expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus();
  });

  it.each([
    ["another is used", "Use", "activateConnection", "connection"],
    ["the program restarts", "Restart to update", "restartToUpdate", "restart"],
  ] as const)("asks about unsaved users before %s", async (_, name, command, by) => {
    const { user, bridge } = await settings({ updateState: ready, restartToUpdate: "begun" });
    act(() => useUnsavedUsers.setState({ count: 1 }));
    await user.click(await screen.findByRole("button", { name }));
    expect(bridge.calls(command)).toEqual([]);
    const { loss } = useLoss.getState();
    expect(loss?.by).toBe(by);
    act(() => loss?.run());
    await waitFor(() => expect(bridge.calls(command)).toHaveLength(1));
  });

  it("shows a refusal in its place", async () => {
    const { user, row, bridge } = await settings();
    bridge.refuses("activateConnection", failure("keyring"));
    await user.click(row(trial).getByRole("button", { name: "Use" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The credential store of this computer did not answer.");
  });

  it("says where secrets are not kept", async () => {
    await settings({ appState: { ...appState, keyringAvailable: false } });
    expect(screen.getByText(/^This computer has no credential store/)).toBeVisible();
  });
});

describe("language and look", () => {
  it("dates and numbers are those of the region, in an English window", async () => {
    await settings({ appState: { ...appState, locale: "sv-SE" } });
    expect(screen.getByText(/follow this computer’s region: \d{4}-\d\d-\d\d, 8,4/)).toBeVisible();
  });

  it("is saved at once", async () => {
    const { user, bridge } = await settings();
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await user.click(screen.getByRole("radio", { name: "Roomy" }));
    await user.click(screen.getByRole("radio", { name: "125 %" }));
    expect(bridge.calls("setSettings").at(-1)).toEqual([
      {
        language: "en",
        theme: "dark",
        density: "roomy",
        textSizePercent: 125,
        notifications: true,
        closeExplained: false,
        timeZone: null,
        mapAddress: null,
        updateAddress: null,
        updateChannel: "stable",
      },
    ]);
  });

  it("goes back to what it was if it could not be saved", async () => {
    const { user, bridge } = await settings();
    bridge.refuses("setSettings", failure("diskFull"));
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await waitFor(() => expect(screen.getByRole("radio", { name: "Light" })).toBeChecked());
  });
});

describe("start at login", () => {
  it("shows what the system says, after a change as well", async () => {
    const { user, bridge } = await settings({ setStartAtLogin: (next) => next });
    const box = await screen.findByRole("checkbox", { name: /^Start at login/ });
    await waitFor(() => expect(box).toBeEnabled());
    expect(box).not.toBeChecked();
    await user.click(box);
    await waitFor(() => expect(box).toBeChecked());
    expect(bridge.calls("setStartAtLogin")).toEqual([[true]]);
  });

  it("stays as it is where the system refuses, and says so", async () => {
    const { user, bridge } = await settings();
    bridge.refuses("setStartAtLogin", failure("localFile"));
    const box = await screen.findByRole("checkbox", { name: /^Start at login/ });
    await waitFor(() => expect(box).toBeEnabled());
    await user.click(box);
    expect(await screen.findByText(/does not allow Fielddesk to change what starts at login/)).toBeVisible();
    expect(box).not.toBeChecked();
  });
});

it("search leaves the groups that say the words, and the index shows which", async () => {
  const { user } = await settings();
  const search = screen.getByRole("textbox", { name: "Search settings" });
  await user.type(search, "row height");
  const index = screen.getByRole("navigation", { name: "Settings by topic" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Connections" })).toBeNull());
  expect(screen.getByRole("region", { name: "Appearance" })).toBeVisible();
  expect(within(index).getByRole("button", { name: "Connections" })).toBeDisabled();
  expect(within(index).getByRole("button", { name: "Appearance" })).toBeEnabled();
  await user.clear(search);
  await user.type(search, "no such word");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("No setting matches “no such word”"));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("region", { name: "Connections" })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

describe("addresses", () => {
  it("that cannot be one are said at their field, and nothing else is lost", async () => {
    const { user, bridge } = await settings();
    bridge.refuses("setSettings", failure("usage", {}, { field: "updateAddress" }));
    const field = screen.getByRole("textbox", { name: "Update address" });
    await user.type(field, "http://updates.example.org{Enter}");
    expect(await screen.findByText(/^The address begins with https:/)).toBeVisible();
    expect(field).toHaveValue("http://updates.example.org");
    bridge.refuses("setSettings", failure("diskFull"));
    await user.type(field, "/a{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("disk");
    bridge.answers({ setSettings: null });
    await user.clear(field);
    await user.type(field, " https://updates.example.org {Enter}");
    expect(bridge.calls("setSettings").at(-1)).toMatchObject([{ updateAddress: "https://updates.example.org" }]);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});

it("what the administrator set cannot be changed here, and says so", async () => {
  const { user } = await settings({
    appState: {
      ...appState,
      settings: { ...appState.settings, updateAddress: "https://updates.example.org" },
      managed: { settings: ["updateAddress", "updateChannel"], unreadable: false },
    },
  });
  expect(screen.getByRole("textbox", { name: "Update address" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "Stable and preview" })).toBeDisabled();
  expect(screen.getByRole("textbox", { name: "Map address" })).toBeEnabled();
  expect(screen.getAllByText("Set by your administrator.")).toHaveLength(2);
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(await axeFindings()).toEqual([]);
});

it("an unreadable policy of the administrator is said", async () => {
  await settings({ appState: { ...appState, managed: { settings: [], unreadable: true } } });
  expect(await screen.findByRole("alert")).toHaveTextContent("The settings of your administrator cannot be read.");
});

describe("updates", () => {
  it("say nothing until there is an address", async () => {
    await settings();
    expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
  });

  it("point to the package where the program cannot replace itself", async () => {
    await settings({ updateState: { state: "byPackage" } });
    expect(await screen.findByText(/installed from a package/)).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Update address" })).toBeNull();
  });

  it("follow a download to the restart, which waits for what is on its way", async () => {
    const { user, bridge } = await settings({
      updateState: { state: "upToDate", at: "2026-11-24T08:00:00Z" },
      checkForUpdate: ready,
      restartToUpdate: "uploading",
    });
    expect(await screen.findByText(/^This is the newest version/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Check now" }));
    act(() =>
      bridge.emit("updateChanged", { state: "downloading", version: "0.2.0", bytes: 5_000_000, total: 10_000_000 }),
    );
    expect(await screen.findByRole("progressbar", { name: "Download of the new version" })).toHaveAttribute(
      "aria-valuenow",
      "50",
    );
    expect(screen.getByRole("button", { name: "Check now" })).toBeDisabled();
    act(() => bridge.emit("updateChanged", ready));
    expect(await screen.findByText("Faster lists")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Restart to update" }));
    const waits = "Documents are being uploaded. Restart when they are done.";
    // Shown, and said.
    expect(await screen.findAllByText(waits)).toHaveLength(2);
    bridge.answers({ restartToUpdate: "begun" });
    await user.click(screen.getByRole("button", { name: "Restart to update" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Restart to update" })).toBeDisabled());
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    ["signature", /damaged or not from the maker/],
    ["unreachable", /did not answer/],
    ["noList", /no list of versions/],
    ["notForThisSystem", /no version for this kind of computer/],
    ["replace", /could not be replaced/],
    ["address", /cannot be used/],
  ] as const)("say what did not work: %s", async (problem, words) => {
    await settings({ updateState: { state: "failed", problem, version: "0.2.0", at: "2026-11-24T08:00:00Z" } });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Version 0.2.0 was not installed.");
    expect(alert).toHaveTextContent(words);
    expect(screen.getByRole("button", { name: "Check now" })).toBeEnabled();
  });
});

it("notifications can be switched off", async () => {
  const { user, bridge } = await settings();
  await user.click(screen.getByRole("checkbox", { name: /^Show desktop notifications/ }));
  expect(bridge.calls("setSettings").at(-1)).toMatchObject([{ notifications: false }]);
});

it("diagnostics are copied, and that is said", async () => {
  const { user, bridge } = await settings();
  await user.click(screen.getByRole("button", { name: "Copy diagnostics" }));
  expect(await screen.findByText("Copied")).toBeVisible();
  expect(bridge.calls("copyDiagnostics")).toHaveLength(1);
});
