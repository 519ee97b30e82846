import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FleetState, MachinePage, UserForm } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { office } from "../../shared/testing/recorded";
import { axeFindings } from "../../shared/testing/render";
import { useUnsavedUsers } from "../../shared/unsaved";
import { showUser } from "./index";
import { useView } from "./users/view";
import { answersOf, open, openPanel, report, row, state, supervisor } from "./users-for-tests";

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
const past = "2026-01-31";
const rows = [
  row("1001", "Kari", { workTitle: "Foreman", employmentEndDate: soon }, [supervisor("1002", "Ola Berg")]),
  row("1002", "Ola", { isDisabled: true }),
  row("1003", "Eva", { employmentEndDate: past, cardExpirationDate: past }),
];

function find(selector: string): Element {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
}

const panel = (name: string | RegExp) => screen.findByRole("complementary", { name });
const show = (id: string) => act(() => openPanel({ kind: "detail", id }));

describe("the list", () => {
  it("tells how many there are, counts its views, exports leavers, and offers the way back where nothing matches", async () => {
    const saved = { rows: 2, file: { fileId: "f", name: "leavers.xlsx" } };
    const { user, bridge } = await open({ ...answersOf(rows), exportUsers: saved });
    expect(screen.getByText("3 users").parentElement).toHaveTextContent(/^3 users · 1 disabled · refreshed/);
    const pill = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
    expect(pill("Disabled")).toHaveTextContent("1");
    expect(pill("Leaving in 30 days")).toHaveTextContent("1");
    expect(pill("No supervisor")).toHaveTextContent("1");
    expect(pill("Card expiring")).toHaveTextContent("1");
    // Who leaves, and who has left with an open account.
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Leavers report as Excel: 2 users" }));
    expect(bridge.calls("exportUsers")[0]?.[0]).toEqual(["p1001", "p1003"]);
    await user.click(screen.getByRole("textbox", { name: "Search users" }));
    await user.paste("nobody");
    expect(await screen.findByText("No user matches.")).toBeVisible();
    expect(screen.getByText("3 users are hidden by search and filters.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(screen.queryByText("No user matches.")).toBeNull();
  });

  it("is sorted by a click on a head, not by a drag of the head or of its edge", async () => {
    const { user } = await open(answersOf(rows));
    const part = (selector: string) => waitFor(() => find(`[role=columnheader][col-id=employeeNumber] ${selector}`));
    const head = await part(".ag-header-cell-label");
    const edge = await part(".ag-header-cell-resize");
    const sorts: string[] = [];
    const stop = useView.subscribe(({ sort }, before) => {
      if (sort !== before.sort) sorts.push(`${sort.column} ${sort.descending}`);
    });
    const drag = (from: Element, by: number) => {
      const at = (clientX: number) => ({ bubbles: true, buttons: 1, clientX, isPrimary: true });
      fireEvent.pointerDown(from, at(100));
      fireEvent.pointerMove(from, at(100 + by));
      fireEvent.pointerUp(from, { ...at(100 + by), buttons: 0 });
      fireEvent.click(head);
    };
    drag(edge, 40);
    drag(head, 60);
    fireEvent.click(edge);
    await user.click(head);
    await waitFor(() => expect(sorts).toContain("employeeNumber true"));
    // The grid reports clicks and drags a moment later.
    await new Promise((next) => setTimeout(next));
    stop();
    expect(sorts).toEqual(["employeeNumber true"]);
  });

  it("says that there are none yet, that it may only read, what failed and what cannot be listed", async () => {
    const { unmount } = await open(answersOf([], { readOnly: true }));
    expect(screen.getByText("No users yet")).toBeVisible();
    expect(screen.getByText(/This client may only read/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "New user" })).toBeNull();
    unmount();
    const unread = await open({ ...answersOf(rows), listUsers: () => Promise.reject(new Error("test: broken")) });
    expect(await screen.findByRole("alert")).toBeVisible();
    unread.unmount();
    await open(answersOf(rows, { leftOut: { count: 1, named: [] } }));
    expect(await screen.findByText("1 user cannot be listed.")).toBeVisible();
  });

  it("says why nothing could be read yet, and fills by itself when the server is back", async () => {
    const away = failure("unreachable");
    const unread = { ...answersOf([], { readAt: null }), refreshUsers: () => new Promise<never>(() => {}) };
    const offline = { state: "offline", since: past, nextTryAt: null, failure: away } as const;
    const { user, bridge } = await open({ ...unread, online: offline });
    // The read still goes on: that it cannot succeed is known from the connection.
    expect(await screen.findByRole("alert")).toHaveTextContent("The server does not answer.");
    expect(await screen.findByRole("status", { name: "Reading" })).toBeVisible();
    expect(screen.queryByText("No users yet")).toBeNull();
    bridge.refuses("refreshUsers", away);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("status", { name: "Reading" })).toBeNull());
    bridge.answers({
      refreshUsers: state(3),
      userChanges: { state: state(3), whole: false, rows, removed: [] },
    });
    act(() => bridge.emit("onlineChanged", { state: "online", since: null, nextTryAt: null, failure: null }));
    expect(await screen.findByText("3 users")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a user found elsewhere", () => {
  const wanted = { employeeNumber: "1003", name: "Eva Berg" };

  it("is opened; of one that is not there, the search says so", async () => {
    const hidden = { ...supervisor("9", ""), id: null, employeeNumber: null, name: null };
    const { bridge } = await open(
      answersOf([...rows.slice(0, 2), row("1003", "Eva", { employmentEndDate: past }, [hidden])]),
    );
    await act(() => showUser(bridge, wanted));
    expect(await panel("1003 Eva Berg"), "its employment ended").toHaveTextContent("The account is still active.");
    expect(within(await panel("1003 Eva Berg")).getByText("A user this client cannot see")).toBeVisible();
    await act(() => showUser(bridge, { employeeNumber: "9", name: "Per Dal" }));
    expect(await screen.findByText("No user matches.")).toBeVisible();
  });

  it("is not opened where the client may not read users", async () => {
    const { bridge } = await open(answersOf(rows, { failure: failure("notAllowed") }));
    expect(await showUser(bridge, wanted)).toBe(false);
    expect(useView.getState().wanted).toBeNull();
  });
});

describe("the form", () => {
  it("folds private fields away, judges while it is typed, tells it when the field is left, and says what is emptied", async () => {
    const taken = {
      field: "mobileWork",
      problem: { code: "numberTaken" as const, message: "", params: { number: "+47", name: "Ola Berg", id: "p1002" } },
    };
    const { user } = await open({ ...answersOf(rows), checkUser: { problems: [taken], read: [] } });
    show("p1001");
    const form = await panel("1001 Kari Berg");
    expect(within(form).queryByRole("textbox", { name: /^Address/ })).toBeNull();
    await user.click(within(form).getByRole("button", { name: "Show private fields" }));
    expect(within(form).getByRole("textbox", { name: /^Address/ })).toBeVisible();
    const title = within(form).getByRole("textbox", { name: "Title (optional)" });
    await user.clear(title);
    expect(form).toHaveTextContent("will be emptied");
    const phone = within(form).getByRole("textbox", { name: "Phone" });
    await user.type(phone, "1");
    expect(form).not.toHaveTextContent("is Ola Berg already");
    await user.tab();
    await waitFor(() => expect(form).toHaveTextContent("+47 is Ola Berg already"));
    expect(phone).toBeInvalid();
    expect(within(form).getByRole("button", { name: "Open Ola Berg" })).toBeVisible();
    expect(await axeFindings(form)).toEqual([]);
  });

  it("names the user who has almost the same number, and takes the number where it is meant", async () => {
    const params = { number: "01001", known: "1001 Kari Berg", id: "p1001" };
    const problem = { code: "sameNumberOtherwise" as const, message: "", params };
    const { user, bridge } = await open({
      ...answersOf(rows),
      checkUser: (_id, { inputs }) => {
        const meant = inputs.some(({ input }) => input.kind === "value");
        return meant
          ? { problems: [], read: [{ field: "employeeNumber", value: "01001" }] }
          : { problems: [{ field: "employeeNumber", problem }], read: [] };
      },
    });
    show("p1002");
    const form = await panel("1002 Ola Berg");
    const number = within(form).getByRole("textbox", { name: "Employee number" });
    await user.clear(number);
    await user.type(number, "01001");
    await user.tab();
    await waitFor(() => expect(form).toHaveTextContent("01001 is almost the same number as 1001 Kari Berg"));
    expect(within(form).getByRole("button", { name: "Open 1001 Kari Berg" })).toBeVisible();
    await user.click(within(form).getByRole("button", { name: "It is another person" }));
    await waitFor(() => expect(number).toBeValid());
    expect((bridge.calls("checkUser") as [string, UserForm][]).at(-1)?.[1].inputs).toEqual([
      { field: "employeeNumber", input: { kind: "value", value: "01001" } },
    ]);
    // The desktop side gives the number back only where it left something out of it.
    await waitFor(() => expect(form).toHaveTextContent("Invisible characters were removed from the number."));
    await user.type(number, "1");
    await user.tab();
    await waitFor(() => expect(number).toBeInvalid());
  });

  it("offers what is known in fields of free text, and says that a text is not in the list", async () => {
    const others = [...rows, row("1003", "Eva", { department: "VA" }), row("1004", "Per", { department: "Fjell" })];
    const machine = { id: "m1", number: "2103", name: "Volvo EC220" };
    const found = { files: [], filesTotal: 0, machines: [machine], users: [], folders: [] };
    const { user, bridge } = await open({
      ...answersOf(others),
      listProjects: office.projects,
      listMachines: { state: { readAt: null } } as MachinePage,
      refreshMachines: { readAt: "2026-11-29T10:00:00Z" } as FleetState,
      findAnything: { ...found, neverListed: [], neverListedTotal: 0 },
    });
    show("p1001");
    const form = await panel("1001 Kari Berg");
    const field = (name: RegExp) => within(form).getByRole("combobox", { name });
    const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
    await user.click(field(/^Department/));
    expect(options()).toEqual(["Fjell ", "VA "]);
    await user.type(field(/^Department/), "fj");
    expect(options()).toEqual(["Fjell "]);
    await user.click(screen.getByRole("option", { name: "Fjell" }));
    await user.tab();
    expect(form).not.toHaveTextContent("Not in the list");
    await user.type(field(/^Department/), "l");
    await user.tab();
    expect(await within(form).findByText("Not in the list. Check the spelling.")).toBeVisible();
    const project = office.projects.projects.find(({ active }) => active);
    await user.type(field(/^Main project/), project?.name?.slice(0, 12) ?? "");
    await user.click(await screen.findByRole("option", { name: new RegExp(project?.number ?? "") }));
    expect(field(/^Main project/)).toHaveValue(project?.number);
    await user.type(field(/^Default machine/), "volvo");
    await user.click(await screen.findByRole("option", { name: "2103 Volvo EC220" }));
    expect(field(/^Default machine/)).toHaveValue("2103");
    expect(bridge.calls("refreshMachines"), "they were not read yet").not.toEqual([]);
  });

  it("marks what a new user needs, and takes a problem away when its field is changed, until it is left again", async () => {
    const problem = { code: "notPhone" as const, message: "", params: { text: "91234999" } };
    const wrong = { field: "mobileWork", problem };
    const { user } = await open({
      ...answersOf(rows),
      checkUser: { problems: [wrong], read: [] },
      saveUser: { report: null, problems: [wrong], cleaned: false },
    });
    await user.click(screen.getByRole("button", { name: "New user" }));
    const form = await panel("New user");
    expect(within(form).getByRole("textbox", { name: "First name" })).toBeRequired();
    expect(within(form).getByRole("textbox", { name: "Title (optional)" })).not.toBeRequired();
    const phone = within(form).getByRole("textbox", { name: "Phone" });
    await user.type(phone, "91234999");
    await user.click(within(form).getByRole("button", { name: /^Create the user/ }));
    await waitFor(() => expect(phone).toBeInvalid());
    await user.type(phone, "1");
    expect(phone).toBeValid();
    await user.tab();
    await waitFor(() => expect(phone).toBeInvalid());
  });

  it("shows a day and a phone number in full once they are left, and takes a day from the calendar", async () => {
    const read = [
      { field: "employmentEndDate", value: "2026-12-01" },
      { field: "mobileWork", value: "+47 912 34 567" },
    ];
    const { user } = await open({ ...answersOf(rows), checkUser: { problems: [], read } });
    show("p1001");
    const form = await panel("1001 Kari Berg");
    const phone = within(form).getByRole("textbox", { name: "Phone" });
    await user.clear(phone);
    await user.type(phone, "91234567");
    expect(phone).toHaveValue("91234567");
    const ends = within(form).getByRole("textbox", { name: "Ends (optional)" });
    await user.clear(ends);
    await user.type(ends, "0112");
    await waitFor(() => expect(phone).toHaveValue("+47 912 34 567"));
    expect(ends, "it is being typed").toHaveValue("0112");
    await user.tab();
    await waitFor(() => expect(ends).toHaveValue("01.12.2026"));
    await user.type(ends, "x");
    expect(ends, "what is typed goes on in it").toHaveValue("01.12.2026x");
  });

  it("Ctrl Z takes back field by field what was typed, and brings back what was discarded, but no act", async () => {
    const { user, bridge } = await open(answersOf(rows));
    show("p1001");
    const form = await panel(/^1001/);
    const title = within(form).getByRole("textbox", { name: "Title (optional)" });
    const department = within(form).getByRole("combobox", { name: "Department (optional)" });
    const ctrlZ = () => user.keyboard("{Control>}z{/Control}");
    await user.type(title, " B");
    await user.type(department, "Fjell");
    await ctrlZ();
    expect(department).toHaveValue("");
    expect(department, "in a field, what was typed into it goes first").toHaveFocus();
    expect(title).toHaveValue("Foreman B");
    await user.click(within(form).getByRole("button", { name: "Discard" }));
    expect(title).toHaveValue("Foreman");
    expect(await screen.findByText("1 change discarded.")).toBeVisible();
    act(() => form.focus());
    await ctrlZ();
    expect(title).toHaveValue("Foreman B");
    act(() => department.focus());
    await ctrlZ();
    expect(title).toHaveValue("Foreman");
    await ctrlZ();
    expect(within(form).getByRole("button", { name: "Save" })).toBeVisible();
    expect(bridge.calls("revertBatch")).toEqual([]);
  });

  it("says below the list, and in its row, who has changes that are not saved; they are discarded and brought back", async () => {
    const { user } = await open(answersOf(rows));
    show("p1001");
    const form = await panel(/^1001/);
    const changed = () => [...document.querySelectorAll(".ag-cell.fd-changed")].map((cell) => cell.textContent);
    const unsaved = () => useUnsavedUsers.getState().count;
    await user.type(within(form).getByRole("textbox", { name: "Last name" }), "x");
    expect(screen.queryByRole("region", { name: /unsaved/ })).toBeNull();
    expect(unsaved(), "a form that is open is lost by quitting, too").toBe(1);
    await user.keyboard("{Escape}");
    const bar = await screen.findByRole("region", { name: "1 user with unsaved changes" });
    expect(bar).toHaveTextContent("1001 Kari Berg");
    await waitFor(() => expect(changed()).toEqual(["1001", "Kari Bergx"]));
    await user.click(within(bar).getByRole("button", { name: "Discard" }));
    expect(screen.queryByRole("region", { name: /unsaved/ })).toBeNull();
    await waitFor(() => expect(changed()).toEqual([]));
    expect(unsaved()).toBe(0);
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByRole("region", { name: "1 user with unsaved changes" })).toBeVisible();
    expect(unsaved()).toBe(1);
    // Two forms that are not saved: which one to show is chosen.
    act(() => openPanel({ kind: "create" }));
    await user.type(within(await panel("New user")).getByRole("textbox", { name: "First name" }), "Liv");
    await user.keyboard("{Escape}");
    const both = await screen.findByRole("region", { name: "2 users with unsaved changes" });
    await user.click(within(both).getByRole("button", { name: "Show the changes" }));
    await user.click(await screen.findByRole("menuitem", { name: "New user" }));
    expect(within(await panel("New user")).getByRole("textbox", { name: "First name" })).toHaveValue("Liv");
    expect(screen.getByRole("region", { name: "1 user with unsaved changes" })).toBeVisible();
  });

  it("shows the refusal of a new user at its field", async () => {
    const [first] = rows;
    if (!first) throw new Error("There are three.");
    const made = report("create", first);
    const refused = {
      ...made,
      rows: made.rows.map((each) => ({
        ...each,
        outcome: "refused" as const,
        failure: failure("refused", {}, { field: "immediateSupervisors" }),
      })),
    };
    const { user } = await open({ ...answersOf(rows), saveUser: { report: refused, problems: [], cleaned: false } });
    await user.click(screen.getByRole("button", { name: "New user" }));
    const form = await panel("New user");
    expect(within(form).getByRole("textbox", { name: "First name" })).toHaveFocus();
    await user.type(within(form).getByRole("textbox", { name: "First name" }), "Liv");
    await user.click(within(form).getByRole("button", { name: /^Create the user/ }));
    const supervisors = within(form).getByRole("group", { name: "Supervisors" });
    expect(await within(supervisors).findByRole("alert")).toBeVisible();
  });
});
