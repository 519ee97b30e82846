import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ConnectionInfo, PendingEdit } from "../../ipc";
import { type Answers, failure } from "../../shared/testing/bridge";
import { office } from "../../shared/testing/recorded";
import { axeFindings } from "../../shared/testing/render";
import { showAt } from "../../shared/testing/routes";
import { useLoss, useUnsavedUsers } from "../../shared/unsaved";
import { SettingsScreen } from "./index";

const { appState } = office;
const ready = { state: "ready", version: "0.2.0", notes: "Faster lists" } as const;
const trial = "Fjordvik Anlegg AS – prøve";

/** The recorded connections, one of them in use. */
const inUse = (name: string): ConnectionInfo[] =>
  appState.connections.map((connection) => ({ ...connection, active: connection.name === name }));

async function settings(more: Answers = {}) {
  const answers = {
    folderSettings: office.settings,
    startAtLogin: false,
    pendingEdits: [],
    activateConnection: null,
    setSettings: null,
    copyDiagnostics: "Fielddesk 0.1.0",
    ...more,
  };
  const shown = await showAt({ "/settings": SettingsScreen, "/connect": "The form" }, answers);
  await screen.findByRole("heading", { name: "Settings" });
  const row = (name: string) => {
    const found = screen.getByText(name).closest("li");
    if (found === null) throw new Error(`no row ${name}`);
    return within(found);
  };
  return { ...shown, row };
}

/** Opens the dialog that removes a connection. */
async function remove({ user, row }: Awaited<ReturnType<typeof settings>>, name: string) {
  await user.click(row(name).getByRole("button", { name: /^More/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
  return screen.findByRole("dialog");
}

describe("connections", () => {
  it("says which is in use and uses another, or why it could not", async () => {
    const { user, row, bridge } = await settings();
    expect(row("Fjordvik Anlegg AS").getByText("In use")).toBeVisible();
    bridge.refuses("activateConnection", failure("keyring"));
    await user.click(row(trial).getByRole("button", { name: "Use" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The credential store of this computer did not answer.");
    bridge.answers({ activateConnection: null });
    await user.click(row(trial).getByRole("button", { name: "Use" }));
    expect(bridge.calls("activateConnection")).toEqual([[trial], [trial]]);
    act(() => bridge.emit("connectionsChanged", { connections: inUse(trial) }));
    await waitFor(() => expect(row(trial).getByText("In use")).toBeVisible());
  });

  it("asks before one is removed, names it on the button, and says which changes are lost with it", async () => {
    const edit = { machineId: "m1", field: "note" } as unknown as PendingEdit;
    const shown = await settings({ removeConnection: null, pendingEdits: [edit, edit, edit] });
    act(() => useUnsavedUsers.setState({ count: 2 }));
    const inUse = await remove(shown, "Fjordvik Anlegg AS");
    expect(await within(inUse).findByText("3 unsaved changes to machines are lost.")).toBeVisible();
    expect(inUse).toHaveTextContent("2 users have unsaved changes. They are lost.");
    expect(within(inUse).getByRole("button", { name: "Cancel" })).toHaveFocus();
    expect(await axeFindings(inUse)).toEqual([]);
    await shown.user.click(within(inUse).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const other = await remove(shown, trial);
    expect(other).toHaveTextContent("No file is touched, here or on the server.");
    expect(shown.bridge.calls("removeConnection")).toEqual([]);
    await shown.user.click(within(other).getByRole("button", { name: `Remove ${trial}` }));
    await waitFor(() => expect(shown.bridge.calls("removeConnection")).toEqual([[trial]]));
  });

  it("asks about unsaved users before another is used, and before the program restarts", async () => {
    const { user, bridge } = await settings({ updateState: ready, restartToUpdate: "begun" });
    act(() => useUnsavedUsers.setState({ count: 1 }));
    for (const [name, command, by] of [
      ["Use", "activateConnection", "connection"],
      ["Restart to update", "restartToUpdate", "restart"],
    ] as const) {
      await user.click(await screen.findByRole("button", { name }));
      expect(bridge.calls(command)).toEqual([]);
      const { loss } = useLoss.getState();
      expect(loss?.by).toBe(by);
      act(() => loss?.run());
      await waitFor(() => expect(bridge.calls(command)).toHaveLength(1));
    }
  });
});

it("says of this computer how it writes numbers, and where secrets and the administrator's settings are missing", async () => {
  await settings({
    appState: { ...appState, locale: "sv-SE", keyringAvailable: false, managed: { settings: [], unreadable: true } },
  });
  expect(screen.getByText(/follow this computer’s region: \d{4}-\d\d-\d\d, 8,4/)).toBeVisible();
  expect(screen.getByText(/^This computer has no credential store/)).toBeVisible();
  expect(await screen.findByRole("alert")).toHaveTextContent("The settings of your administrator cannot be read.");
});

it("what is chosen is saved at once, and goes back to what it was if it could not be", async () => {
  const { user, bridge } = await settings();
  await user.click(screen.getByRole("checkbox", { name: /^Show desktop notifications/ }));
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  await user.click(screen.getByRole("radio", { name: "Roomy" }));
  await user.click(screen.getByRole("radio", { name: "125 %" }));
  expect(bridge.calls("setSettings").at(-1)).toEqual([
    {
      language: "en",
      country: null,
      theme: "dark",
      density: "roomy",
      textSizePercent: 125,
      notifications: false,
      closeExplained: false,
      timeZone: null,
      mapAddress: null,
      updateAddress: null,
      updateChannel: "stable",
    },
  ]);
  bridge.refuses("setSettings", failure("diskFull"));
  await user.click(screen.getByRole("radio", { name: "Light" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked());
});

it("what is typed into a list replaces the choice that stands in it", async () => {
  const { user, bridge } = await settings();
  const country = await screen.findByRole<HTMLInputElement>("combobox", { name: "Country" });
  expect(country).toHaveValue("As this computer (Norway)");
  await user.click(country);
  await waitFor(() => expect([country.selectionStart, country.selectionEnd]).toEqual([0, country.value.length]));
  await user.keyboard("swed{Enter}");
  expect(country).toHaveValue("Sweden (SE)");
  expect(bridge.calls("setSettings").at(-1)).toMatchObject([{ country: "SE" }]);
});

it("start at login shows what the system says: refused with the reason, and after a change", async () => {
  const { user, bridge } = await settings();
  bridge.refuses("setStartAtLogin", failure("localFile"));
  const box = await screen.findByRole("checkbox", { name: /^Start at login/ });
  await waitFor(() => expect(box).toBeEnabled());
  await user.click(box);
  expect(await screen.findByText(/does not allow Fielddesk to change what starts at login/)).toBeVisible();
  expect(box).not.toBeChecked();
  bridge.answers({ setStartAtLogin: (next) => next });
  await user.click(box);
  await waitFor(() => expect(box).toBeChecked());
  expect(bridge.calls("setStartAtLogin")).toEqual([[true], [true]]);
});

it("search leaves the groups that say the words, and the index shows which", async () => {
  const { user } = await settings();
  const search = screen.getByRole("textbox", { name: "Search settings" });
  await user.click(search);
  await user.paste("row height");
  const index = screen.getByRole("navigation", { name: "Settings by topic" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Connections" })).toBeNull());
  expect(screen.getByRole("region", { name: "Appearance" })).toBeVisible();
  expect(within(index).getByRole("button", { name: "Connections" })).toBeDisabled();
  expect(within(index).getByRole("button", { name: "Appearance" })).toBeEnabled();
  await user.clear(search);
  await user.paste("no such word");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("No setting matches “no such word”"));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("region", { name: "Connections" })).toBeVisible();
});

it("addresses that cannot be one are said at their field, and nothing else is lost", async () => {
  const { user, bridge } = await settings();
  bridge.refuses("setSettings", failure("usage", {}, { field: "updateAddress" }));
  const field = screen.getByRole("textbox", { name: "Update address" });
  await user.click(field);
  await user.paste("http://updates.example.org");
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/^The address begins with https:/)).toBeVisible();
  expect(field).toHaveValue("http://updates.example.org");
  bridge.refuses("setSettings", failure("diskFull"));
  await user.type(field, "/a{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("disk");
  bridge.answers({ setSettings: null });
  await user.clear(field);
  await user.paste(" https://updates.example.org ");
  await user.keyboard("{Enter}");
  expect(bridge.calls("setSettings").at(-1)).toMatchObject([{ updateAddress: "https://updates.example.org" }]);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("what the administrator set cannot be changed here, and says so", async () => {
  await settings({
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
});

describe("updates", () => {
  it("point to the package where the program cannot replace itself, and say nothing until there is an address", async () => {
    const { bridge } = await settings({ updateState: { state: "byPackage" } });
    expect(await screen.findByText(/installed from a package/)).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Update address" })).toBeNull();
    act(() => bridge.emit("updateChanged", { state: "off" }));
    expect(await screen.findByRole("textbox", { name: "Update address" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
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
    // Shown, and announced.
    expect(await screen.findAllByText(waits)).toHaveLength(2);
    bridge.answers({ restartToUpdate: "begun" });
    await user.click(screen.getByRole("button", { name: "Restart to update" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Restart to update" })).toBeDisabled());
  });

  it("say what did not work", async () => {
    const { bridge } = await settings();
    for (const [problem, words] of [
      ["signature", /damaged or not from the maker/],
      ["unreachable", /did not answer/],
      ["noList", /no list of versions/],
      ["notForThisSystem", /no version for this kind of computer/],
      ["replace", /could not be replaced/],
      ["address", /cannot be used/],
    ] as const) {
      const at = "2026-11-24T08:00:00Z";
      act(() => bridge.emit("updateChanged", { state: "failed", problem, version: "0.2.0", at }));
      await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(words));
      expect(screen.getByRole("alert")).toHaveTextContent("Version 0.2.0 was not installed.");
      expect(screen.getByRole("button", { name: "Check now" })).toBeEnabled();
    }
  });
});

it("diagnostics are copied, and that is said", async () => {
  const { user, bridge } = await settings();
  await user.click(screen.getByRole("button", { name: "Copy diagnostics" }));
  expect(await screen.findByText("Copied")).toBeVisible();
  expect(bridge.calls("copyDiagnostics")).toHaveLength(1);
});
