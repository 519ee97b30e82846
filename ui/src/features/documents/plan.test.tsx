import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DropPlan, OnPage, OtherProject, PlanRow } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { plan as recorded } from "../../shared/testing/recorded";
import { finishUndo, undoNewest, useUndoStore } from "../../shared/undo/store";
import { review } from "./plan-for-tests";
import { useDesk } from "./store";

giveElementsASize();

const ticked = recorded.rows.filter((row) => row.ticked).length;

describe("the drop plan", () => {
  it("counts what would be sent, and what needs a choice once: above the list and on top of it", async () => {
    await review();
    expect(screen.getByRole("button", { name: `Upload ${ticked} files to P-2026-004` })).toBeVisible();
    const [, listed] =
      /Action needed ?(\d+) files/.exec(screen.getByRole("row", { name: /Action needed/ }).textContent) ?? [];
    expect(screen.getByRole("button", { name: /needs? action/ })).toHaveTextContent(new RegExp(`^${listed} `));
    const rows = recorded.rows.filter(({ what }) => what === "new");
    act(() => useDesk.setState({ plan: { ...recorded, rows } }));
    expect(screen.queryByRole("button", { name: /needs? action/ })).toBeNull();
    expect(screen.getByRole("button", { name: /^0\s*replace/i })).toBeVisible();
  });

  it("says after the upload which files could not go or need a choice, and brings them back", async () => {
    const rows = recorded.rows.filter(({ what }) => what === "chooseSection");
    const [first, ...others] = recorded.rows.filter(({ what }) => what === "new");
    if (first === undefined) throw new Error("New files are recorded.");
    const unreadable = { ...first, what: "unreadable" as const, ticked: false };
    const kept = recorded.rows.filter(({ what }) => what !== "new");
    const made = { ...recorded, rows: [unreadable, ...others, ...kept] };
    const { user, bridge } = await review(made, { reopenPlan: { ...recorded, rows } });
    const choices = Number(screen.getByRole("button", { name: /needs? action/ }).textContent?.match(/\d+/)?.[0]);
    const needed = choices + made.rows.filter(({ what }) => what === "unreadable").length;
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    expect(
      await screen.findByText(`${needed} files were not uploaded to ${recorded.place?.projectNumber}.`),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Review again" }));
    expect(await screen.findByRole("heading", { name: "Review upload" })).toBeVisible();
    expect(bridge.calls("reopenPlan")).toEqual([[recorded.planId]]);
  });

  it("brings the plan that was left back by its button alone: Ctrl Z never opens a review", async () => {
    const { user, bridge } = await review(recorded, { reopenPlan: recorded });
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    await screen.findByText(/files were not uploaded to/);
    expect(undoNewest(), "by its toast").toBe(false);
    act(() => {
      for (const { id } of useUndoStore.getState().toasts) finishUndo(id);
    });
    const again = await screen.findByRole("button", { name: "Review again" });
    await user.keyboard("{Control>}z{/Control}");
    expect(bridge.calls("reopenPlan")).toEqual([]);
    await user.click(again);
    expect(await screen.findByRole("heading", { name: "Review upload" })).toBeVisible();
    expect(bridge.calls("reopenPlan")).toEqual([[recorded.planId]]);
  });

  it("takes rows in as they become known", async () => {
    const { bridge } = await review();
    const row = recorded.rows.find(({ what }) => what === "new");
    if (row === undefined) throw new Error("A row of the recorded plan is new.");
    const known = { ...row, what: "alreadyThere" as const, ticked: false };
    act(() => bridge.emit("planChanged", { planId: recorded.planId, rows: [known], ready: true }));
    expect(await screen.findByRole("button", { name: `Upload ${ticked - 1} files to P-2026-004` })).toBeVisible();
  });

  it("asks for what became known before it listened", async () => {
    const known = recorded.rows.find(({ what }) => what === "new");
    if (known === undefined) throw new Error("A row of the recorded plan is new.");
    const rows = recorded.rows.map((row) =>
      row === known ? { ...row, what: "checking" as const, ticked: false } : row,
    );
    const { bridge } = await review({ ...recorded, rows, ready: false }, { getPlan: recorded });
    expect(await screen.findByRole("button", { name: `Upload ${ticked} files to P-2026-004` })).toBeVisible();
    expect(bridge.calls("getPlan")).toEqual([[recorded.planId]]);
  });

  it("stays and says why when sending was refused", async () => {
    const { user, bridge } = await review();
    bridge.refuses("sendPlan", failure("notAllowed", { project: "P-2026-004" }));
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("P-2026-004");
    expect(screen.getByRole("heading", { name: "Review upload" })).toBeVisible();
  });

  it("splits off the files of another project and reviews them next", async () => {
    const fresh = recorded.rows.filter(({ what }) => what === "new");
    const looks = fresh.slice(0, 2).map(({ rowId }) => rowId);
    const target = { project: "p7", workOrder: null };
    const other: OtherProject = { target, number: "P-2026-007", name: "Bro Sandnes", reason: "number", rowIds: looks };
    const theirs = (row: DropPlan["rows"][number]) => looks.includes(row.rowId);
    const left = { ...recorded, rows: recorded.rows.filter((row) => !theirs(row)) };
    const place = { target, projectNumber: "P-2026-007", title: "Bro Sandnes", defaultSection: "Documents" };
    const apart = { ...recorded, planId: "apart", place, rows: recorded.rows.filter(theirs) };
    const { user, bridge } = await review(recorded, {
      otherProject: (planId) => (planId === "apart" ? null : other),
      splitPlan: { left, other: apart },
    });
    const count = looks.length;
    await user.click(await screen.findByRole("button", { name: `Split ${count} to P-2026-007` }));
    expect(bridge.calls("splitPlan")).toEqual([[recorded.planId, looks, target]]);
    expect(await screen.findByText(`Next: ${count} files for P-2026-007`)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files? to P-2026-004/ }));
    expect(await screen.findByRole("button", { name: `Upload ${count} files to P-2026-007` })).toBeVisible();
    await user.click(screen.getByRole("button", { name: `Upload ${count} files to P-2026-007` }));
    expect(bridge.calls("sendPlan").map(([planId]) => planId)).toEqual([recorded.planId, "apart"]);
  });

  it("lists what a rule left out", async () => {
    const leftOut = [{ name: "~$SJA kryssing.docx", rule: "Office lock files" }];
    const { user } = await review({ ...recorded, leftOut }, { ignoreRuleNames: (names) => names });
    await user.click(screen.getByRole("button", { name: "Show it" }));
    expect(screen.getByText("~$SJA kryssing.docx", { exact: false, selector: "li" })).toBeVisible();
  });

  it("no longer says that files were not uploaded once they are planned again for their place", async () => {
    const { user, bridge, planAgain } = await review();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/not uploaded/)).toBeVisible();
    bridge.answers({ planDrop: { ...recorded, planId: "other", rows: recorded.rows.slice(0, 1) } });
    await planAgain();
    expect(screen.getByText(/not uploaded/), "other files").toBeVisible();
    const place = { ...recorded.place, target: { project: "another", workOrder: null } } as DropPlan["place"];
    bridge.answers({ planDrop: { ...recorded, planId: "another", place } });
    await planAgain();
    expect(screen.getByText(/not uploaded/), "another place").toBeVisible();
    bridge.answers({ planDrop: { ...recorded, planId: "same" } });
    await planAgain();
    await waitFor(() => expect(screen.queryByText(/not uploaded/)).toBeNull());
  });
});

/** Reviews one file. */
function reviewOne(change: Partial<PlanRow>) {
  const rows = [{ ...(recorded.rows[0] as PlanRow), rowId: 9, name: "Twin.pdf", shownName: "Twin.pdf", ...change }];
  return review({ ...recorded, rows });
}

it("numbers documents of one name and dates them alike in the menu and beside each other", async () => {
  const [first, second] = ["a", "b"].map(
    (id): OnPage => ({
      ...{ id, name: "Twin.pdf", sizeBytes: 10 },
      sentAt: "2026-11-18T08:52:00Z",
      savedAt: "2026-11-18T08:50:00Z",
    }),
  ) as [OnPage, OnPage];
  const { user, bridge } = await reviewOne({ what: "twoWithThisName", onPage: [first, second], replaceId: null });
  bridge.refuses("openDocument", failure("localFile", { noProgram: "yes" }));
  await user.click(await screen.findByRole("button", { name: /2 with this name: choose/ }));
  const answers = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  const uploaded = /^No\. 1, (uploaded .*?)1?$/.exec(answers[0] ?? "")?.[1];
  expect(uploaded).toBeDefined();
  expect(answers[1]).toMatch(/^No\. 2, uploaded/);
  await user.click(screen.getByRole("menuitem", { name: "Compare…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const row = within(dialog.getByRole("row", { name: /^In the project, No\. 1/ }));
  expect(row.getByText(new RegExp(`^${uploaded} · saved `))).toBeVisible();
  expect(dialog.getByRole("row", { name: /^In the project, No\. 2/ })).toBeVisible();
  await user.click(row.getByRole("button", { name: "Open" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(screen.getAllByRole("alert", { hidden: true }), "not behind it as well").toHaveLength(1);
});

it("Esc closes the comparison, and the next one the plan", async () => {
  const onPage: OnPage = { id: "a", name: "Twin.pdf", sizeBytes: 10, sentAt: null, savedAt: null };
  const { user } = await reviewOne({ what: "replaces", onPage: [onPage], replaceId: "a" });
  await user.click(await screen.findByRole("button", { name: /Twin\.pdf/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Compare…" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toHaveAttribute("role", "treegrid"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("heading", { name: "Review upload" })).toBeNull();
});

it("says of a file that cannot be read what to do, not which names are alike", async () => {
  const why = { reason: "noSimilarName", name: null, count: null } as const;
  await reviewOne({ what: "unreadable", ticked: false, failure: failure("fileUnreadable"), why });
  expect(await screen.findByText(/^The file may be open in another program/)).toBeVisible();
  expect(screen.queryByText("No similar name in the project")).toBeNull();
});
