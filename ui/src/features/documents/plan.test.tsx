import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { DropPlan } from "../../ipc";
import { type Answers, failure } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { plan as recorded } from "../../shared/testing/recorded";
import { axeFindings, show } from "../../shared/testing/render";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();
beforeEach(() => useDesk.getState().reset());

/** Opens a plan from the button of the page. */
async function open(plan: DropPlan = recorded, more: Answers = {}) {
  const root = createRootRoute({ component: DocumentsScreen });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const answers = { pickFiles: plan.drop, planDrop: plan, sendPlan: 9, ...more };
  const shown = await show(<RouterProvider router={router as never} />, answers);
  // The button of the page, not the one that stands there while no project is chosen.
  await screen.findByRole("row", { name: /Riggplan/ });
  await shown.user.click(await screen.findByRole("button", { name: "Upload files…" }));
  await screen.findByRole("heading", { name: "Review upload" });
  return shown;
}

const ticked = recorded.rows.filter((row) => row.ticked).length;

describe("the drop plan", () => {
  it("puts what needs a choice on top and counts what would be sent", async () => {
    await open();
    expect(screen.getByRole("row", { name: /Choice needed ?\d+ files/ })).toBeVisible();
    expect(screen.getByRole("button", { name: `Upload ${ticked} files to P-2026-004` })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it("leaves someone else's file alone until the person ticks it", async () => {
    const { user, bridge } = await open();
    const box = screen.getByRole("checkbox", { name: "Upload SJA sprengning uke 47.docx" });
    expect(box).not.toBeChecked();
    await user.click(box);
    await user.click(screen.getByRole("button", { name: `Upload ${ticked + 1} files to P-2026-004` }));
    const wanted = recorded.rows.find(({ name }) => name === "SJA sprengning uke 47.docx")?.rowId;
    expect(bridge.calls("sendPlan")[0]?.[1]).toContain(wanted);
  });

  it("never sends what cannot go, even when all is ticked", async () => {
    const { user, bridge } = await open();
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    const ids = bridge.calls("sendPlan")[0]?.[1] as number[];
    const asks = ["chooseSection", "twoWithThisName", "nameRefused"];
    const sent = recorded.rows.filter(({ rowId }) => ids.includes(rowId));
    expect(sent.length).toBeGreaterThan(ticked);
    expect(sent.filter(({ what }) => asks.includes(what))).toEqual([]);
  });

  it("takes rows in as they become known", async () => {
    const { bridge } = await open();
    const row = recorded.rows.find(({ what }) => what === "new");
    if (row === undefined) throw new Error("A row of the recorded plan is new.");
    const known = { ...row, what: "alreadyThere" as const, ticked: false };
    act(() => bridge.emit("planChanged", { planId: recorded.planId, rows: [known], ready: true }));
    expect(await screen.findByRole("button", { name: `Upload ${ticked - 1} files to P-2026-004` })).toBeVisible();
  });

  it("stays and says why when sending was refused", async () => {
    const { user, bridge } = await open();
    bridge.refuses("sendPlan", failure("notAllowed", { project: "P-2026-004" }));
    await user.click(screen.getByRole("button", { name: /^Upload \d+ files to/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("P-2026-004");
    expect(screen.getByRole("heading", { name: "Review upload" })).toBeVisible();
  });

  it("lists what a rule left out", async () => {
    const leftOut = [{ name: "~$SJA kryssing.docx", rule: "Office lock files" }];
    const { user } = await open({ ...recorded, leftOut }, { ignoreRuleNames: (names) => names });
    await user.click(screen.getByRole("button", { name: "Show it" }));
    expect(screen.getByText("~$SJA kryssing.docx", { exact: false, selector: "li" })).toBeVisible();
  });
});
