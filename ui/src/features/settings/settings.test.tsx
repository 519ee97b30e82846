import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failure, type Scenario, scenario } from "../../ipc/fake";
import { axeFindings, show } from "../../shared/testing/render";
import { SettingsScreen } from "./index";

async function settings(over: Scenario = scenario()) {
  const root = createRootRoute();
  const page = (path: string, title: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>{title}</h1> });
  const home = createRoute({ getParentRoute: () => root, path: "/settings", component: SettingsScreen });
  const router = createRouter({
    routeTree: root.addChildren([home, page("/connect", "The form"), page("/guide/$page", "The guide")]),
    history: createMemoryHistory({ initialEntries: ["/settings"] }),
  });
  const shown = await show(<RouterProvider router={router as never} />, over);
  await screen.findByRole("heading", { name: "Settings" });
  const row = (name: string) => {
    const found = screen.getByText(name).closest("li");
    if (found === null) throw new Error(`no row ${name}`);
    return within(found);
  };
  const called = (command: string) => shown.bridge.fake.calls.filter(({ name }) => name === command);
  return { ...shown, row, called, router };
}

describe("connections", () => {
  it("says which is in use and uses another", async () => {
    const { user, row } = await settings();
    expect(await axeFindings()).toEqual([]);
    expect(row("Strømhaug Anlegg").getByText("In use")).toBeVisible();
    await user.click(row("Strømhaug Anlegg – prøve").getByRole("button", { name: "Use" }));
    await waitFor(() => expect(row("Strømhaug Anlegg – prøve").getByText("In use")).toBeVisible());
  });

  it("asks before one is removed, and names it on the button", async () => {
    const { user, row, called } = await settings();
    await user.click(row("Strømhaug Anlegg – prøve").getByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("No file is touched, here or on the service.");
    expect(called("removeConnection")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Remove Strømhaug Anlegg – prøve" }));
    await waitFor(() => expect(screen.queryByText("Strømhaug Anlegg – prøve")).toBeNull());
  });

  it("names the folders that a connection leaves before it is removed", async () => {
    const { user, row } = await settings();
    await user.click(row("Strømhaug Anlegg").getByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("7 synced folders use this connection. They are paused");
    expect(within(dialog).getByText("Tegninger VA")).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it("Cancel removes nothing", async () => {
    const { user, row, called } = await settings();
    await user.click(row("Strømhaug Anlegg").getByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
    expect(called("removeConnection")).toEqual([]);
  });

  it("shows a refusal in its place", async () => {
    const { user, row, bridge } = await settings();
    bridge.fake.refuse("activateConnection", failure("keyring"));
    await user.click(row("Strømhaug Anlegg – prøve").getByRole("button", { name: "Use" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The credential store of this computer did not answer.");
  });

  it("says where secrets are not kept", async () => {
    await settings(scenario(["noKeyring"]));
    expect(screen.getByText(/^This computer has no credential store/)).toBeVisible();
  });
});

describe("language and look", () => {
  it("dates and numbers are those of the region, in an English window", async () => {
    await settings(scenario([], { region: "sv-SE" }));
    expect(screen.getByText(/follow this computer’s region: \d{4}-\d\d-\d\d, 8,4/)).toBeVisible();
  });

  it("is saved at once", async () => {
    const { user, called } = await settings();
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await user.click(screen.getByRole("radio", { name: "Roomy" }));
    await user.click(screen.getByRole("radio", { name: "125 %" }));
    expect(called("setSettings").at(-1)?.args).toEqual([
      { language: "en", theme: "dark", density: "roomy", textSizePercent: 125, notifications: true },
    ]);
  });

  it("goes back to what it was if it could not be saved", async () => {
    const { user, bridge } = await settings();
    bridge.fake.refuse("setSettings", failure("diskFull"));
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await waitFor(() => expect(screen.getByRole("radio", { name: "Light" })).toBeChecked());
  });
});

describe("start at login", () => {
  it("shows what the system says, after a change as well", async () => {
    const { user, bridge, called } = await settings();
    const box = await screen.findByRole("checkbox", { name: /^Start at login/ });
    await waitFor(() => expect(box).toBeEnabled());
    expect(box).not.toBeChecked();
    await user.click(box);
    await waitFor(() => expect(box).toBeChecked());
    expect(called("setStartAtLogin")).toHaveLength(1);
    expect(await bridge.startAtLogin()).toBe(true);
  });

  it("stays as it is where the system refuses, and says so", async () => {
    const { user, bridge } = await settings();
    bridge.fake.refuse("setStartAtLogin", failure("localFile"));
    const box = await screen.findByRole("checkbox", { name: /^Start at login/ });
    await waitFor(() => expect(box).toBeEnabled());
    await user.click(box);
    expect(await screen.findByText(/did not let Fielddesk change what starts at login/)).toBeVisible();
    expect(box).not.toBeChecked();
  });
});

it("notifications can be switched off", async () => {
  const { user, called } = await settings();
  await user.click(screen.getByRole("checkbox", { name: /^Tell me outside the window/ }));
  expect(called("setSettings").at(-1)?.args).toMatchObject([{ notifications: false }]);
});

it("diagnostics are copied, and that is said", async () => {
  const { user, called } = await settings();
  await user.click(screen.getByRole("button", { name: "Copy diagnostics" }));
  expect(await screen.findByText("Copied")).toBeVisible();
  expect(called("copyDiagnostics")).toHaveLength(1);
});
