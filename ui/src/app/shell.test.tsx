import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type ConnectionInfo, type DataLoss, FailureError, keys, type MachinePage, type SearchResults } from "../ipc";
import { announce } from "../shared/announce";
import { closeGuide } from "../shared/guide";
import { useShortcut } from "../shared/keyboard";
import { type Answers, failure } from "../shared/testing/bridge";
import { office } from "../shared/testing/recorded";
import { axeFindings } from "../shared/testing/render";
import { nextSize } from "./appearance";
import { shell } from "./shell-for-tests";

const { appState, folders, online } = office;

/** The recorded state with another connection in use, or another kind of it. */
const inUse = (change: Partial<ConnectionInfo>): Answers => ({
  appState: {
    ...appState,
    connections: appState.connections.map((each) => (each.active ? { ...each, ...change } : each)),
  },
});

const damaged: DataLoss = {
  at: "2026-11-20T11:00:00Z",
  database: "records",
  cause: "damaged",
  keptAside: "fielddesk.sqlite (damaged 2026-11-20 11.56.02.118)",
  parts: [
    { part: "syncedFolders", carried: 7, complete: true },
    { part: "unsavedChanges", carried: 0, complete: false },
    { part: "versions", carried: 214, complete: false },
  ],
};
const missing: DataLoss = { at: damaged.at, database: "syncState", cause: "missing", keptAside: null, parts: [] };

it("leads only to screens that exist", async () => {
  await shell({ folders });
  await screen.findByRole("link", { name: /need action/ });
  const links = within(screen.getByRole("navigation", { name: "Main navigation" })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("aria-label"))).toEqual([
    "Overview",
    "Documents",
    "Synced folders. 7 need action",
    "Machines",
    "Users",
    "Haul trips",
    "History",
    "Settings",
  ]);
});

const taken = vi.fn();
function FoldersWithKeys() {
  useShortcut("folders", taken);
  return <h1>The folders</h1>;
}

it("a click on the screen that is shown does what its keys do", async () => {
  const { user } = await shell({ folders }, FoldersWithKeys);
  const link = await screen.findByRole("link", { name: /Synced folders/ });
  await user.click(link);
  await screen.findByRole("heading", { name: "The folders" });
  expect(taken).not.toHaveBeenCalled();
  await user.click(link);
  expect(taken).toHaveBeenCalledOnce();
});

it.each([
  ["Production", {}, "Documents – Fjordvik Anlegg AS – Fielddesk", null],
  [
    "Test",
    inUse({ environment: "test" }),
    "Documents – Fjordvik Anlegg AS – Fielddesk – Test",
    "Test environment: crews do not see what you do here",
  ],
  [
    "Sample data",
    inUse({ sampleData: true, company: "Fjordvik Anlegg AS" }),
    "Documents – Fjordvik Anlegg AS – Fielddesk – Sample data",
    "Sample data on this computer: nothing leaves it",
  ],
  [
    "Sample data",
    inUse({ sampleData: true, company: null }),
    "Documents – Sample data – Fielddesk",
    "Sample data on this computer: nothing leaves it",
  ],
])("%s is marked in tag, title and status bar", async (tag, over, title, notice) => {
  await shell(over);
  expect(within(screen.getByRole("navigation", { name: "Main navigation" })).getByText(tag)).toBeVisible();
  await waitFor(() => expect(document.title).toBe(title));
  if (notice === null) expect(screen.queryByText(/crews do not see|nothing leaves/)).toBeNull();
  else expect(screen.getByText(notice)).toBeVisible();
});

it("switches the connection from the company tag", async () => {
  const { user, bridge, router } = await shell({ activateConnection: null });
  await user.click(screen.getByRole("button", { name: /^Connection: Fjordvik Anlegg AS/ }));
  await user.click(await screen.findByRole("menuitem", { name: /prøve/ }));
  expect(bridge.calls("activateConnection")).toEqual([["Fjordvik Anlegg AS – prøve"]]);
  const connections = appState.connections.map((each) => ({ ...each, active: !each.active }));
  act(() => bridge.emit("connectionsChanged", { connections }));
  await waitFor(() => expect(document.title).toMatch(/– Test$/));
  await act(() => router.navigate({ to: "/connect" } as never));
  await waitFor(() => expect(document.title, "the connection of a form is not the one in use").toBe("Fielddesk"));
});

it("opens a connection whose secret is not kept where it is entered", async () => {
  const connections = appState.connections.map((each) => ({
    ...each,
    secretKept: each.active ? each.secretKept : ("missing" as const),
  }));
  const { user, bridge } = await shell({ appState: { ...appState, connections } });
  await user.click(screen.getByRole("button", { name: /^Connection: Fjordvik Anlegg AS/ }));
  await user.click(await screen.findByRole("menuitem", { name: /prøve/ }));
  expect(await screen.findByRole("heading", { name: "The form" })).toBeVisible();
  expect(bridge.calls("activateConnection")).toEqual([]);
});

it("shows a failure of an act that no part of the page shows", async () => {
  await shell();
  const reason = new FailureError(failure("keyring"));
  const event = Object.assign(new Event("unhandledrejection", { cancelable: true }), { reason });
  act(() => window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  expect(await screen.findByText(/^The credential store of this computer did not answer/)).toBeVisible();
});

it("says since when the service is away and when it is tried again", async () => {
  // Of today: of another day the day is said.
  const now = new Date().toISOString();
  const { user, bridge } = await shell({
    online: { ...online, state: "offline", since: now, nextTryAt: now },
    tryAgainNow: null,
  });
  expect(await screen.findByText(/^No connection since \d\d:\d\d, trying again \d\d:\d\d$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(bridge.calls("tryAgainNow")).toHaveLength(1);
});

it("does not show that it is connected while the server refuses the secret", async () => {
  const { queries, user } = await shell();
  await screen.findByText("Connected");
  const refused = () => Promise.reject(new FailureError(failure("invalidClient")));
  await act(() => queries.prefetchQuery({ queryKey: keys.projects, queryFn: refused }));
  expect(await screen.findByText("The server refuses the secret")).toBeVisible();
  expect(screen.queryByText("Connected")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Enter it again" }));
  expect(await screen.findByRole("heading", { name: "The form" })).toBeVisible();
});

it("announces a change of the connection's state, not the state itself", async () => {
  act(() => announce(""));
  const { bridge } = await shell();
  const said = () =>
    [...document.querySelectorAll(".fd-heard [aria-live]")].map((region) => region.textContent).join("");
  await screen.findByText("Connected");
  expect(said()).toBe("");
  act(() =>
    bridge.emit("onlineChanged", {
      state: "offline",
      since: new Date().toISOString(),
      nextTryAt: null,
      failure: null,
    }),
  );
  await waitFor(() => expect(said()).toMatch(/^No connection since/));
});

it("goes where the tray and the keys say", async () => {
  const { bridge, router } = await shell();
  act(() => bridge.emit("navigate", { to: "settings", connection: null, folder: null }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/settings"));
  // A notification, or *Decide…* of the tray, means one folder.
  act(() => bridge.emit("navigate", { to: "folders", connection: null, folder: "va" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/folders/va/worst"));
  fireEvent.keyDown(window, { key: "1", ctrlKey: true });
  await waitFor(() => expect(router.state.location.pathname).toBe("/documents"));
});

it("names the window by its screen", async () => {
  const { router } = await shell();
  await act(() => router.navigate({ to: "/machines/fuel" } as never));
  await waitFor(() => expect(document.title).toMatch(/^Machines – /));
});

const pressed = vi.fn();
function Form() {
  useShortcut("undo", pressed);
  return <input aria-label="Client ID" />;
}

it("F1 opens what the guide says of the screen, which keeps what was typed and hears no keys meanwhile", async () => {
  pressed.mockClear();
  const { user, router } = await shell({}, Form);
  fireEvent.keyDown(window, { key: "2", ctrlKey: true });
  await user.type(await screen.findByLabelText("Client ID"), "office");
  fireEvent.keyDown(window, { key: "F1" });
  await waitFor(async () => expect(await screen.findByRole("heading", { name: "Synced folders" })).toHaveFocus());
  expect(document.title).toMatch(/^Guide/);
  expect(screen.getByLabelText("Client ID")).not.toBeVisible();
  fireEvent.keyDown(window, { key: "z", ctrlKey: true });
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.keyDown(document.activeElement ?? window, { key: "Escape" });
  await waitFor(() => expect(screen.getByLabelText("Client ID")).toHaveFocus());
  expect(screen.getByLabelText("Client ID")).toHaveValue("office");
  // Going to a screen closes it, also to the one below.
  for (const [key, path] of [
    ["2", "/folders"],
    ["1", "/documents"],
  ] as const) {
    await user.click(screen.getByRole("button", { name: "Guide" }));
    expect(await screen.findByRole("article")).toBeVisible();
    fireEvent.keyDown(window, { key, ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
    expect(router.state.location.pathname).toBe(path);
  }
});

it("leads from a lost connection to the guide", async () => {
  const since = "2026-11-03T13:40:00Z";
  const { user } = await shell({ online: { ...online, state: "offline", since, nextTryAt: null } });
  await user.click(await screen.findByRole("button", { name: "More in the guide" }));
  await waitFor(async () =>
    expect(await screen.findByRole("heading", { name: "When the connection is lost" })).toHaveFocus(),
  );
  act(closeGuide);
});

const nothing = {
  files: [],
  filesTotal: 0,
  machines: [],
  users: [],
  folders: [],
  neverListed: [],
  neverListedTotal: 0,
} satisfies SearchResults;

const neverRead = (readAt: string | null): MachinePage => ({
  state: {
    revision: 0,
    total: 0,
    readAt,
    reading: false,
    failure: null,
    readOnly: false,
    pending: 0,
    pendingMachines: 0,
    problems: 0,
    leftOut: { count: 0, named: [] },
  },
  from: 0,
  columns: [],
  rows: [],
});

it("Ctrl K reads machines that this computer never read, and does not say meanwhile that there are none", async () => {
  let read = () => {};
  const reading = new Promise<void>((done) => {
    read = done;
  });
  let machines: SearchResults["machines"] = [];
  const { user, bridge } = await shell({
    listMachines: neverRead(null),
    refreshMachines: async () => {
      await reading;
      machines = [{ id: "m", number: "1024", name: "Hitachi" }];
      return neverRead("2026-11-20T11:00:00Z").state;
    },
    findAnything: () => ({ ...nothing, machines }),
  });
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  await user.click(await screen.findByRole("combobox", { name: "Find anything" }));
  await user.paste("1024");
  await waitFor(() => expect(bridge.calls("findAnything")).not.toEqual([]));
  await act(async () => {});
  expect(screen.queryByText(/^No results/)).toBeNull();
  read();
  expect(await screen.findByRole("option", { name: /1024/ })).toBeVisible();
  expect(bridge.calls("refreshMachines")).toHaveLength(1);
});

it("Ctrl K finds a project by its number, and Enter takes it", async () => {
  const { user } = await shell({
    listMachines: neverRead("2026-11-20T11:00:00Z"),
    findAnything: (text) => (text === "ha99" ? { ...nothing, neverListed: ["P-7"], neverListedTotal: 3 } : nothing),
  });
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Find anything" });
  await user.click(field);
  await user.paste("P-2026-003");
  expect(await screen.findByRole("option", { name: /Nordre Brygge/ })).toHaveAttribute("aria-selected", "true");
  await user.clear(field);
  await user.paste("ha99");
  expect(await screen.findByText("No results for “ha99”")).toBeVisible();
  expect(screen.getByText(/never opened on this computer: P-7 and 2 more/)).toBeVisible();
  await user.clear(field);
  await user.paste("P-2026-003");
  await screen.findByRole("option", { name: /Nordre Brygge/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Find anything" })).toBeNull());
});

it("Ctrl K finds a chapter of the guide by its heading, and opens it", async () => {
  const { user } = await shell({ listMachines: neverRead("2026-11-20T11:00:00Z"), findAnything: nothing });
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  await user.click(await screen.findByRole("combobox", { name: "Find anything" }));
  await user.paste("duplicate");
  const chapters = await screen.findByRole("group", { name: "Guide" });
  await user.click(within(chapters).getByRole("option", { name: "Documents: Duplicate names" }));
  expect(await screen.findByRole("heading", { name: "Duplicate names" })).toBeVisible();
  act(closeGuide);
});

it("text sizes go step by step and end at their ends", () => {
  expect([nextSize(100, 1), nextSize(100, -1), nextSize(150, 1), nextSize(90, -1)]).toEqual([110, 90, 150, 90]);
});

it("says on every screen what was lost and carried over, until somebody acknowledges it", async () => {
  const { user, bridge, router } = await shell({ dataLosses: [damaged, missing] });
  const banner = await screen.findByText("The file fielddesk.sqlite on this computer was damaged");
  const status = banner.closest<HTMLElement>("[role=status]");
  expect(status).toHaveTextContent(/Carried over: 7 synced folders \(paused\), .*214 versions in the history/);
  expect(status).toHaveTextContent("Lost or incomplete: unsaved changes, versions in the history.");
  expect(status).toHaveTextContent("The file sync.sqlite on this computer was missing");
  await act(() => router.navigate({ to: "/connect" } as never));
  await screen.findByRole("heading", { name: "The form" });
  expect(banner).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  bridge.answers({ acknowledgeDataLoss: null });
  await user.click(within(status as HTMLElement).getByRole("button", { name: "OK" }));
  expect(bridge.calls("acknowledgeDataLoss")).toEqual([[]]);
});

it("takes the notice of lost data away when it was acknowledged elsewhere", async () => {
  const { bridge } = await shell({ dataLosses: [damaged] });
  const banner = await screen.findByText("The file fielddesk.sqlite on this computer was damaged");
  act(() => bridge.emit("dataLossChanged", []));
  await waitFor(() => expect(banner).not.toBeInTheDocument());
});

it("keeps the notice of lost data when it could not be acknowledged", async () => {
  const { user, bridge } = await shell({ dataLosses: [damaged] });
  await screen.findByText("The file fielddesk.sqlite on this computer was damaged");
  bridge.refuses("acknowledgeDataLoss", failure("diskFull"));
  await user.click(screen.getByRole("button", { name: "OK" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(/disk is full/);
  expect(screen.getByRole("button", { name: "OK" })).toBeEnabled();
});

it.each([
  [1366, 100, true],
  [1366, 110, true],
  [1366, 125, false],
  [1920, 150, true],
  [1024, 100, false],
])("at %i px with texts of %i %% the names of the screens are there: %s", async (width, textSizePercent, named) => {
  const asked = window.matchMedia("");
  const media = vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const most = /max-width: ([\d.]+)px/.exec(query)?.[1];
    return { ...asked, media: query, matches: most !== undefined && width <= Number(most) };
  });
  await shell({ appState: { ...appState, settings: { ...appState.settings, textSizePercent } } });
  const navigation = screen.getByRole("navigation");
  expect(within(navigation).queryByText("Machines") !== null).toBe(named);
  expect(within(navigation).queryByText("Find anything") !== null).toBe(named);
  media.mockRestore();
});
