import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failure, type Switch, scenario } from "../../ipc/fake";
import { axeFindings, show } from "../../shared/testing/render";
import { giveElementsASize } from "./layout-for-tests";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();
beforeEach(() => useDesk.getState().reset());

/** Documents lead to the synced folders that keep them: the screen stands in a router. */
function open(...on: Switch[]) {
  const root = createRootRoute({ component: DocumentsScreen });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  return show(<RouterProvider router={router as never} />, scenario(on));
}
const file = (name: RegExp) => screen.findByRole("row", { name });

describe("the documents screen", () => {
  it("opens on the project used last, with its facts and its files", async () => {
    await open();
    expect(await screen.findByRole("heading", { name: "VA Sandnes sør, etappe 2", level: 1 })).toBeVisible();
    expect(await screen.findByText(/P-2026-004 · 3 sections, 19 documents · read/)).toBeVisible();
    expect(await file(/On the page\. Riggplan Hoveveien rev B\.pdf/)).toBeVisible();
  });

  it("says of somebody else's file only what is known", async () => {
    await open();
    const row = await file(/SJA sprengning uke 47/);
    expect(within(row).getByText("Not known")).toBeVisible();
    expect(within(row).getByText("Not from here")).toBeVisible();
    expect(within(row).getByText("Someone else")).toBeVisible();
  });

  it("marks both of two with one name and keeps the one that is chosen", async () => {
    const { user, bridge } = await open();
    const twins = await screen.findAllByRole("row", { name: /2 with this name\. HB-140/ });
    expect(twins).toHaveLength(2);
    await user.click(within(twins[0] as HTMLElement).getByRole("button", { name: "Decide" }));
    await user.click(await screen.findByRole("menuitem", { name: "Keep this one, delete the other" }));
    const call = bridge.fake.calls.find(({ name }) => name === "deleteDocuments");
    expect(call?.args[1]).toEqual(["project-P-2026-004//Tegninger VA/9"]);
  });

  it("shows the direction marks of a hostile name as symbols", async () => {
    await open();
    expect(await file(/plan␀gpj\.exe/)).toBeVisible();
  });

  it("deletes with undo: nothing is sent, and the row is back", async () => {
    const { user, bridge } = await open();
    await user.click(await file(/Riggplan/));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Riggplan/ })).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await file(/Riggplan/)).toBeVisible();
    expect(bridge.fake.calls.map(({ name }) => name)).not.toContain("finishDelete");
  });

  it("brings the row back when the bytes could not be kept, and says which file", async () => {
    const { user, bridge } = await open();
    bridge.fake.refuse("deleteDocuments", failure("diskFull"));
    await user.click(await file(/Riggplan/));
    await user.keyboard("{Delete}");
    expect(await screen.findByText("Riggplan Hoveveien rev B.pdf was not deleted.")).toBeVisible();
    expect(await file(/Riggplan/)).toBeVisible();
  });

  it("says when a file of an unsafe kind was shown in its folder instead of opened", async () => {
    const { user } = await open();
    await user.dblClick(await file(/HA-305/));
    expect(await screen.findByText(/HA-305 Kum SK14–SK19\.dwg is shown in its folder/)).toBeVisible();
  });

  it("narrows to what needs a person, and says how much is hidden when nothing is left", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /Needs you ?2/ }));
    expect(screen.getAllByRole("row", { name: /HB-140/ })).toHaveLength(2);
    expect(screen.queryByRole("row", { name: /Riggplan/ })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: "File name" }), "zzz");
    expect(await screen.findByText("19 documents are hidden by the search and the filter.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await file(/Riggplan/)).toBeVisible();
  });

  it("names a new section once, and refuses one that is there", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "New section" }));
    const field = await screen.findByRole("textbox", { name: /Name of the section/ });
    await user.type(field, "hms OG rigg{Enter}");
    expect(await screen.findByText("The page has this section already.")).toBeVisible();
    await user.clear(field);
    await user.type(field, "Uke 48{Enter}");
    expect(await screen.findByRole("row", { name: /Uke 48/ })).toBeVisible();
  });

  it.each<[Switch, RegExp]>([
    ["empty", /This client sees no projects/],
    ["emptyPage", /Nothing on the page yet/],
    ["suddenlyEmpty", /an empty list where 79 documents were/],
    ["notAllowed", /P-2026-004/],
    ["offline", /Not read again/],
  ])("has words for: %s", async (state, words) => {
    await open(state);
    expect((await screen.findAllByText(words))[0]).toBeVisible();
  });

  it("keeps what was read while it is offline", async () => {
    await open("offline");
    expect(await file(/Riggplan/)).toBeVisible();
  });

  it("reads once behind a cached answer, and again when the service is back", async () => {
    const { bridge } = await open("offline");
    const fresh = () =>
      bridge.fake.calls.filter(({ name, args }) => name === "listDocuments" && args[1] === true).length;
    await waitFor(() => expect(fresh()).toBe(1));
    await file(/Riggplan/);
    expect(fresh(), "an answer that stays cached is not asked for again and again").toBe(1);
    act(() => bridge.fake.emit("onlineChanged", { state: "online", since: null, nextTryAt: null, failure: null }));
    await waitFor(() => expect(fresh()).toBe(2));
  });

  it("takes away what edits from a client that may only read", async () => {
    const { user } = await open("readOnly");
    await user.click(await file(/Riggplan/));
    await user.keyboard("{Delete}");
    expect(await screen.findByText(/This client may only read/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Send files…" })).toBeNull();
  });

  it("shows a file on its way in its section, and that it arrived", async () => {
    const { bridge } = await open("sending");
    expect(await file(/Waits for its turn\. Droneopptak/)).toBeVisible();
    // The others arrive, it begins, and half of it is sent.
    for (let step = 0; step < 3; step += 1) act(() => bridge.fake.advance(90_000_000));
    expect(await file(/Sending · 50 %\. Droneopptak/)).toBeVisible();
    act(() => bridge.fake.advance(90_000_000));
    expect(await file(/On the page\. Droneopptak/)).toBeVisible();
  });

  it("has nothing that axe objects to", async () => {
    await open();
    await file(/Riggplan/);
    expect(await axeFindings()).toEqual([]);
  });
});

describe("the drop plan", () => {
  async function plan() {
    const shown = await open();
    // The button of the page, not the one that stands there while no project is chosen.
    await file(/Riggplan/);
    await shown.user.click(await screen.findByRole("button", { name: "Send files…" }));
    await screen.findByRole("heading", { name: "What goes where" });
    return shown;
  }
  const sent = (calls: { name: string; args: unknown[] }[]) => calls.find(({ name }) => name === "sendPlan")?.args[1];

  it("puts what needs a choice on top and counts what would be sent", async () => {
    await plan();
    expect(screen.getByRole("row", { name: /Need a choice ?4 files/ })).toBeVisible();
    expect(screen.getByRole("button", { name: "Send 11 files to P-2026-004" })).toBeVisible();
  });

  it("leaves someone else's file alone until the person ticks it", async () => {
    const { user, bridge } = await plan();
    const box = screen.getByRole("checkbox", { name: "Send SJA sprengning uke 47.docx" });
    expect(box).not.toBeChecked();
    await user.click(box);
    await user.click(screen.getByRole("button", { name: "Send 12 files to P-2026-004" }));
    expect(sent(bridge.fake.calls)).toContain(8);
  });

  it("never sends what cannot go, even when all is ticked", async () => {
    const { user, bridge } = await plan();
    await user.click(screen.getByRole("checkbox", { name: "Tick all" }));
    await user.click(screen.getByRole("button", { name: /^Send \d+ files to/ }));
    const ids = sent(bridge.fake.calls) as number[];
    // Row 1 has no section, 3 and 4 wait for an answer, 16 cannot be read.
    expect(ids.filter((id) => [1, 3, 4, 16].includes(id))).toEqual([]);
  });

  it("takes rows in as they become known", async () => {
    const { bridge } = await plan();
    const now = useDesk.getState().plan;
    const row = now?.rows.find(({ rowId }) => rowId === 9);
    if (!now || !row) throw new Error("the fake's plan has a ninth row");
    act(() =>
      bridge.fake.emit("planChanged", {
        planId: now.planId,
        rows: [{ ...row, what: "alreadyThere", ticked: false }],
        ready: true,
      }),
    );
    expect(await screen.findByRole("button", { name: "Send 10 files to P-2026-004" })).toBeVisible();
  });

  it("stays and says why when sending was refused", async () => {
    const { user, bridge } = await plan();
    bridge.fake.refuse("sendPlan", failure("notAllowed", { project: "P-2026-004" }));
    await user.click(screen.getByRole("button", { name: /^Send 11 files/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("P-2026-004");
    expect(screen.getByRole("heading", { name: "What goes where" })).toBeVisible();
  });

  it("lists what a rule left out", async () => {
    const { user } = await plan();
    await user.click(screen.getByRole("button", { name: "Show 2" }));
    expect(screen.getByText("~$SJA kryssing.docx", { exact: false, selector: "li" })).toBeVisible();
  });

  it("has nothing that axe objects to", async () => {
    await plan();
    expect(await axeFindings()).toEqual([]);
  });
});
