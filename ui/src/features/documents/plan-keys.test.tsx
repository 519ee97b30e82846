import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { DropPlan, OnPage, PlanRow } from "../../ipc";
import { giveElementsASize } from "../../shared/testing/layout";
import { office, plan as recorded } from "../../shared/testing/recorded";
import { useUndoStore } from "../../shared/undo/store";
import { review } from "./plan-for-tests";
import { useDesk } from "./store";

giveElementsASize();

const like = (() => {
  const row = recorded.rows.find(({ what }) => what === "new");
  if (row === undefined) throw new Error("A row of the recorded plan is new.");
  return row;
})();
const named = (rowId: number, name: string, rest: Partial<PlanRow>): PlanRow => ({
  ...like,
  rowId,
  name,
  shownName: name,
  ...rest,
});
const homeless = (rowId: number, name: string, likely = ["Tegninger VA", "HMS og rigg"]) =>
  named(rowId, name, { what: "chooseSection", section: null, likely, ticked: false });
const onPage: OnPage[] = ["a", "b"].map((id) => ({ ...(recorded.rows.flatMap((row) => row.onPage)[0] as OnPage), id }));
const twins = (rest: Partial<PlanRow> = {}) =>
  named(9, "Twin.pdf", {
    what: "twoWithThisName",
    onPage,
    replaceId: null,
    sameName: "replace",
    ticked: false,
    ...rest,
  });

it("keeps a row in its place while the pointer or the keyboard is in the list, and counts it where it goes", async () => {
  const rows = [homeless(1, "One.pdf"), homeless(2, "Two.pdf"), named(3, "Three.pdf", { section: "Tegninger VA" })];
  const { user, list } = await review(
    { ...recorded, rows },
    {
      changePlan: (_, ids, { section }) =>
        rows.filter((row) => ids.includes(row.rowId)).map((row) => ({ ...row, section, what: "new" as const })),
    },
  );
  const names = () => [...list.querySelectorAll("[data-kind], [aria-level='2']")].map((row) => row.textContent);
  const [head, one] = [/^Action needed/, /One\.pdf/];
  await user.click(screen.getByRole("row", { name: one }).querySelector("[data-answers] button") as HTMLElement);
  expect(await screen.findByText("1 file · the others can be uploaded without it")).toBeVisible();
  expect(names()[0]).toMatch(head);
  expect(names()[1]).toMatch(one);
  // The pointer leaves, the keyboard does not.
  await user.hover(screen.getByRole("heading", { name: "Review upload" }));
  expect(names()[1]).toMatch(one);
  // The last that waited is answered too: the head that waited no longer does.
  await user.click(screen.getByRole("row", { name: /Two\.pdf/ }).querySelector("[data-answers] button") as HTMLElement);
  expect(await screen.findByRole("row", { name: "All chosen" })).toBeVisible();
  await user.hover(screen.getByRole("heading", { name: "Review upload" }));
  act(() => screen.getByRole("button", { name: "Cancel" }).focus());
  await waitFor(() => expect(screen.queryByRole("row", { name: "All chosen" })).toBeNull());
});

it("answers by a digit from above the list and from every control of the row, but not from a field of text", async () => {
  const rows = [homeless(1, "One.pdf")];
  const { user, bridge, list } = await review({ ...recorded, rows, subfolders: true }, { changePlan: () => [] });
  const row = screen.getByRole("row", { name: /One\.pdf/ });
  const answered = () => bridge.calls("changePlan").length;
  act(() => within(row).getByRole("combobox").focus());
  await user.keyboard("1");
  expect(answered()).toBe(0);
  act(() => screen.getByRole("checkbox", { name: "Subfolders as sections" }).focus());
  await user.keyboard("1");
  expect(answered()).toBe(1);
  act(() => within(row).getByRole("checkbox").focus());
  await user.keyboard("1");
  expect(answered()).toBe(2);
  expect(list).toHaveFocus();
  act(() => row.querySelector<HTMLElement>("[data-answers] button")?.focus());
  await user.keyboard("1");
  expect(answered()).toBe(3);
});

it("says of files what is known of them: nothing of likeness before the project is chosen", async () => {
  const why = { reason: "noSimilarName", name: null, count: null } as const;
  const rows = [{ ...homeless(1, "One.pdf", []), why }];
  await review({ ...recorded, place: null, rows });
  const become = (plan: Partial<DropPlan>) => act(() => useDesk.setState({ plan: { ...recorded, rows, ...plan } }));
  expect(screen.queryByText("No similar name in the project")).toBeNull();
  become({});
  expect(screen.getByText("No similar name in the project")).toBeVisible();
  become({ rows: [homeless(1, "One.pdf"), homeless(2, "Two.pdf")] });
  expect(screen.getByText("2 files")).toBeVisible();
  become({ rows: [homeless(1, "One.pdf"), named(3, "New.pdf", { sizeBytes: 0 })] });
  expect(screen.getByText("1 file · the others can be uploaded without it")).toBeVisible();
  expect(screen.getByText("The file is empty")).toBeVisible();
  become({ rows: [twins({ replaceId: "a" })] });
  const button = screen.getByRole("button", { name: /Replaces: / });
  expect(within(button).getByTitle(/^Replaces: /), "whole under the pointer, where it is cut").toBeVisible();
});

it("leaves a plan of files that are all in the project without a word", async () => {
  const there = { what: "alreadyThere", ticked: false } as const;
  const { user } = await review({ ...recorded, rows: [named(1, "One.pdf", there), named(2, "Two.pdf", there)] });
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Review upload" })).toBeNull());
  expect(screen.queryByText(/not uploaded/)).toBeNull();
  expect(useDesk.getState().leftPlans).toEqual([]);
});

it("opens by Enter the choice that a row waits for, answers it by a digit too, and has the list again after it", async () => {
  const { user, bridge, list } = await review({ ...recorded, rows: [twins()] }, { changePlan: () => [] });
  await user.keyboard("{Enter}");
  const menu = await screen.findByRole("menu");
  expect(screen.queryAllByRole("option", { hidden: false })).toEqual([]);
  await user.click(within(menu).getAllByRole("menuitem")[1] as HTMLElement);
  expect(bridge.calls("changePlan")[0]?.[2]).toMatchObject({ replaceId: "b" });
  await waitFor(() => expect(screen.queryByRole("menu", { hidden: false })).toBeNull());
  await waitFor(() => expect(list).toHaveFocus());
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("1");
  expect(bridge.calls("changePlan")[1]?.[2]).toMatchObject({ replaceId: "a" });
});

it("closes by Esc the list of projects alone, although it opened by itself", async () => {
  const { user } = await review({ ...recorded, place: null });
  const field = screen.getByRole("combobox", { name: /Which project/ });
  expect(field).toHaveFocus();
  expect((await screen.findAllByRole("option", { hidden: false })).length).toBeGreaterThan(0);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("heading", { name: "Review upload" })).toBeVisible();
  await waitFor(() => expect(screen.queryAllByRole("option", { hidden: false })).toEqual([]));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("heading", { name: "Review upload" })).toBeNull();
});

it("takes by Enter the first project that matches, and opens it once its files are sent", async () => {
  const { user, bridge } = await review({ ...recorded, place: null }, { retargetPlan: recorded, sendPlan: 1 });
  await screen.findAllByRole("option", { hidden: false });
  await user.keyboard("2026-004");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(bridge.calls("retargetPlan")).toHaveLength(1));
  expect(bridge.calls("retargetPlan")[0]?.[1]).toEqual(recorded.place?.target);
  await screen.findByRole("button", { name: /^Upload \d+ files to P-2026-004$/ });
  act(() => useDesk.setState({ target: null }));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(useDesk.getState().target).toEqual(recorded.place?.target));
  expect(bridge.calls("sendPlan")).toHaveLength(1);
});

it("adds a drop on the open plan to it: what was ticked stays, and nothing is left", async () => {
  const one = named(1, "One.pdf", {});
  const first = { ...recorded, planId: "first", section: "HMS", rows: [one] };
  const joined = { ...first, rows: [one, named(2, "Two.pdf", {})] };
  const { user, bridge } = await review(first, { addToPlan: joined });
  await user.click(screen.getByRole("checkbox", { name: "Upload One.pdf" }));
  const page = screen.getByRole("region", { name: "Review upload" });
  document.elementsFromPoint = () => [page];
  onTestFinished(() => void Reflect.deleteProperty(document, "elementsFromPoint"));
  act(() => bridge.emit("dragDropped", { dropId: "drop", files: 1, folders: 0, x: 1, y: 1 } as never));
  expect(await screen.findByRole("row", { name: /Two\.pdf/ })).toBeVisible();
  expect(bridge.calls("addToPlan")).toEqual([["first", "drop"]]);
  expect(screen.getByRole("checkbox", { name: "Upload One.pdf" })).not.toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Upload Two.pdf" })).toBeChecked();
  expect(screen.queryByText(/not uploaded/)).toBeNull();
});

it("shows the plan of a drop for another place first, and the open one after it", async () => {
  const first = { ...recorded, planId: "first", rows: [named(1, "One.pdf", {})] };
  const second = { ...recorded, planId: "second", place: null, rows: [named(2, "Two.pdf", {})] };
  const { bridge } = await review(first, { planDrop: second });
  document.elementsFromPoint = () => [];
  onTestFinished(() => void Reflect.deleteProperty(document, "elementsFromPoint"));
  act(() => bridge.emit("dragDropped", { dropId: "drop", files: 1, folders: 0, x: 1, y: 1 } as never));
  expect(await screen.findByRole("row", { name: /Two\.pdf/ })).toBeVisible();
  expect(useDesk.getState().nextPlans.map(({ planId }) => planId)).toEqual(["first"]);
  expect(screen.queryByText(/not uploaded/)).toBeNull();
});

it("shows that a file in the queue is being uploaded, and uploads it again only when asked", async () => {
  const { user, bridge } = await review({
    ...recorded,
    rows: [named(1, "One.pdf", { what: "beingUploaded", ticked: false })],
  });
  expect(screen.queryByText("New")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Being uploaded. Change for One.pdf" }));
  expect(screen.queryByRole("menuitem", { name: "Compare…" }), "there is nothing to compare").toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: /Upload anyway/ }));
  await user.click(screen.getByRole("button", { name: /^Upload 1 file to/ }));
  await waitFor(() => expect(bridge.calls("sendPlan")).toEqual([[recorded.planId, [1]]]));
});

it("words the answers as choices of a section, and offers none by the alphabet", async () => {
  const rows = [homeless(1, "One.pdf", ["HMS", "VA"]), homeless(2, "Two.pdf", [])];
  await review({ ...recorded, rows });
  const choice = screen.getByRole("group", { name: "Put in section" });
  expect(
    within(choice)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["1HMS", "2VA"]);
  const row = within(screen.getByRole("row", { name: /Two\.pdf/ }));
  expect(row.getByText("Needs a section")).toBeVisible();
  expect(row.queryAllByRole("button")).toEqual([]);
});

it("keeps nothing of another connection: no plan that was left, no plan that is open", async () => {
  const { bridge, user } = await review({ ...recorded, rows: [homeless(1, "One.pdf")] });
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText(/was not uploaded to/)).toBeVisible();
  act(() => useDesk.getState().openPlan({ ...recorded, planId: "second" }));
  const connections = office.appState.connections.map((each) => ({ ...each, name: `Other ${each.name}` }));
  act(() => bridge.emit("connectionsChanged", { connections }));
  await waitFor(() => expect(useDesk.getState().plan).toBeNull());
  expect(useDesk.getState().leftPlans).toEqual([]);
  expect(useUndoStore.getState().toasts.filter(({ undo }) => undo !== null)).toEqual([]);
});
