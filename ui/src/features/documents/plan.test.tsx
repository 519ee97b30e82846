import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DropPlan, OtherProject } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { plan as recorded } from "../../shared/testing/recorded";
import { finishUndo, offerUndo, useUndoStore } from "../../shared/undo/store";
import { review } from "./plan-for-tests";
import { useDesk } from "./store";

giveElementsASize();

const ticked = recorded.rows.filter((row) => row.ticked).length;

describe("the drop plan", () => {
  it("counts what would be sent, and what needs a choice once: above the list and on top of it", async () => {
    await review();
    expect(screen.getByRole("button", { name: `Upload ${ticked} files to P-2026-004` })).toBeVisible();
    const [, listed] =
      /Choice needed ?(\d+) files/.exec(screen.getByRole("row", { name: /Choice needed/ }).textContent) ?? [];
    expect(screen.getByRole("button", { name: /needs? a choice/ })).toHaveTextContent(new RegExp(`^${listed} `));
    const rows = recorded.rows.filter(({ what }) => what === "new");
    act(() => useDesk.setState({ plan: { ...recorded, rows } }));
    expect(screen.queryByRole("button", { name: /needs? a choice/ })).toBeNull();
    expect(screen.getByRole("button", { name: /^0\s*replace/i })).toBeVisible();
  });

  it("leaves someone else's file alone until the person ticks it", async () => {
    const { user, bridge } = await review();
    const box = screen.getByRole("checkbox", { name: "Upload SJA sprengning uke 47.docx" });
    expect(box).not.toBeChecked();
    await user.click(box);
    await user.click(screen.getByRole("button", { name: `Upload ${ticked + 1} files to P-2026-004` }));
    const wanted = recorded.rows.find(({ name }) => name === "SJA sprengning uke 47.docx")?.rowId;
    expect(bridge.calls("sendPlan")[0]?.[1]).toContain(wanted);
  });

  it("says after the upload which files could not go or need a choice, and brings them back", async () => {
    const rows = recorded.rows.filter(({ what }) => what === "chooseSection");
    const [first, ...others] = recorded.rows.filter(({ what }) => what === "new");
    if (first === undefined) throw new Error("New files are recorded.");
    const unreadable = { ...first, what: "unreadable" as const, ticked: false };
    const kept = recorded.rows.filter(({ what }) => what !== "new");
    const made = { ...recorded, rows: [unreadable, ...others, ...kept] };
    const { user, bridge } = await review(made, { reopenPlan: { ...recorded, rows } });
    const choices = Number(screen.getByRole("button", { name: /needs? a choice/ }).textContent?.match(/\d+/)?.[0]);
    const needed = choices + made.rows.filter(({ what }) => what === "unreadable").length;
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    expect(
      await screen.findByText(`${needed} files were not uploaded to ${recorded.place?.projectNumber}.`),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Review again" }));
    expect(await screen.findByRole("heading", { name: "Review upload" })).toBeVisible();
    expect(bridge.calls("reopenPlan")).toEqual([[recorded.planId]]);
  });

  it("brings the plan that was left back with Ctrl Z, also once its toast is gone", async () => {
    const rows = recorded.rows.filter(({ what }) => what === "chooseSection");
    const { user, bridge } = await review(recorded, { reopenPlan: { ...recorded, rows } });
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    await screen.findByText(/files were not uploaded to/);
    act(() => {
      for (const { id } of useUndoStore.getState().toasts) finishUndo(id);
    });
    expect(await screen.findByRole("button", { name: "Review again" })).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByRole("heading", { name: "Review upload" })).toBeVisible();
    expect(bridge.calls("reopenPlan")).toEqual([[recorded.planId]]);
  });

  it("does not bring a plan that was left back with Ctrl Z once something else was done", async () => {
    const { user, bridge } = await review(recorded);
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    await screen.findByText(/files were not uploaded to/);
    act(() => {
      offerUndo({ text: "Plan.pdf deleted.", undo: () => {} });
      for (const { id } of useUndoStore.getState().toasts) finishUndo(id);
    });
    expect(await screen.findByRole("button", { name: "Review again" })).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Nothing to undo.")).toBeVisible();
    expect(bridge.calls("reopenPlan")).toEqual([]);
  });

  it("never sends what cannot go, even when all is ticked", async () => {
    const { user, bridge } = await review();
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    const ids = bridge.calls("sendPlan")[0]?.[1] as number[];
    const asks = ["chooseSection", "twoWithThisName", "nameRefused"];
    const sent = recorded.rows.filter(({ rowId }) => ids.includes(rowId));
    expect(sent.length).toBeGreaterThan(ticked);
    expect(sent.filter(({ what }) => asks.includes(what))).toEqual([]);
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

  it("says what is newer in the project and uploads it only when asked", async () => {
    const isOnly = (name: string) => recorded.rows.filter((row) => row.name === name).length === 1;
    const first = recorded.rows.find(({ what, name }) => what === "new" && isOnly(name));
    if (first === undefined) throw new Error("A row of the recorded plan is new.");
    const newer = { id: "c", name: "Plan rev C.pdf", sentAt: null, savedAt: null, sizeBytes: null };
    const older = { ...first, what: "newerThere" as const, ticked: false, newer };
    const rows = recorded.rows.map((row) => (row === first ? older : row));
    const { user, bridge } = await review({ ...recorded, rows });
    const row = screen.getByRole("row", { name: (name) => name.includes(first.shownName) });
    expect(within(row).getByText("“Plan rev C.pdf” is a later revision")).toBeVisible();
    await user.click(
      within(row).getByRole("button", { name: `Newer one in the project. Change for ${first.shownName}` }),
    );
    await user.click(await screen.findByRole("menuitem", { name: /Upload anyway/ }));
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    expect(bridge.calls("sendPlan")[0]?.[1]).toContain(first.rowId);
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
