import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PlanRow } from "../../ipc";
import type { Answers } from "../../shared/testing/bridge";
import { giveElementsASize } from "../../shared/testing/layout";
import { office, plan } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();

const open = (answers: Answers = {}) =>
  showAt(
    { "/documents": DocumentsScreen },
    {
      ...answers,
      keptVersions: noVersions,
      deleteDocuments: (_, ids) => ({ undoId: "undo-1", deleted: ids, refused: [] }),
    },
  );
const file = (name: RegExp) => screen.findByRole("row", { name });
const { documents } = office;
const isRiggplan = ({ name }: { name: string }) => name.startsWith("Riggplan");
const noVersions = { versions: [], total: 0, bytes: 0, days: 30, full: false, places: [], folders: [] };

/** The items of the open menu, with their keys. */
async function items(): Promise<string[]> {
  const menu = within(await screen.findByRole("menu"));
  return menu.getAllByRole("menuitem").map(({ textContent }) => textContent ?? "");
}
const choose = async (user: Awaited<ReturnType<typeof open>>["user"], name: RegExp) =>
  user.click(await screen.findByRole("menuitem", { name }));

it("a right click on a file selects it and offers its acts with their keys", async () => {
  const { user, bridge } = await open();
  fireEvent.contextMenu(await file(/Riggplan/), { clientX: 40, clientY: 60 });
  expect(await items()).toEqual([
    "OpenEnter",
    expect.stringMatching(/^Save as…Ctrl/),
    "Preview and detailsAlt Enter",
    "Replace…",
    "Copy name",
    "DeleteDel",
  ]);
  expect(await file(/Riggplan/)).toHaveAttribute("aria-selected", "true");
  await choose(user, /Copy name/);
  expect(bridge.calls("copyText")).toEqual([["Riggplan Hoveveien rev B.pdf"]]);
  expect(document.activeElement).toHaveAttribute("role", "treegrid");
  fireEvent.contextMenu(await file(/Riggplan/));
  await choose(user, /Preview and details/);
  expect(await screen.findByRole("complementary", { name: /Riggplan/ })).toBeVisible();
});

it("Shift F10 opens it for the selection that the row is in, and Esc leads back to the table alone", async () => {
  const { user, bridge } = await open();
  await user.click(await file(/Riggplan/));
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await user.keyboard("{Shift>}{F10}{/Shift}");
  expect(await screen.findByText("2 selected", { selector: "[role=menu] *" })).toBeVisible();
  expect(await items()).not.toContain("Copy name");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(document.activeElement).toHaveAttribute("role", "treegrid");
  expect(screen.getAllByRole("row", { selected: true })).toHaveLength(2);
  await user.keyboard("{Shift>}{F10}{/Shift}");
  await choose(user, /Delete/);
  expect(bridge.calls("deleteDocuments")[0]?.[1]).toHaveLength(2);
});

it("Replace chooses a file for the place of the document, and its review opens with it", async () => {
  const [row] = plan.rows;
  const only = { ...plan, rows: plan.rows.slice(0, 1) };
  const replacing = { ...row, what: "replaces", fromName: "Riggplan ny.pdf", shownName: "Riggplan.pdf", ticked: true };
  const { user, bridge } = await open({
    pickFiles: plan.drop,
    planDrop: only,
    otherProject: null,
    changePlan: [replacing as PlanRow],
  });
  fireEvent.contextMenu(await file(/Riggplan/));
  await choose(user, /Replace/);
  expect(await screen.findByText("from Riggplan ny.pdf")).toBeVisible();
  const section = documents.sections.find((each) => each.documents.some(isRiggplan));
  const document = section?.documents.find(isRiggplan);
  expect(bridge.calls("planDrop")[0]?.slice(1)).toEqual([documents.target, section?.section]);
  expect(bridge.calls("changePlan")[0]?.slice(1)).toEqual([
    [row?.rowId],
    { section: null, sameName: "replace", useSafeName: false, replaceId: document?.id },
  ]);
});

it("offers uploads into a section and a project, by pointer and by key", async () => {
  const { user, bridge } = await open({ pickFiles: plan.drop, planDrop: plan, otherProject: null });
  const section = documents.sections[0]?.section ?? "";
  await file(/Riggplan/);
  fireEvent.contextMenu(screen.getByText(section, { selector: "[role=row] *" }));
  expect(await items()).toEqual(["Upload here…", "Collapse←"]);
  await choose(user, /Upload here/);
  await waitFor(() => expect(bridge.calls("planDrop").at(-1)?.slice(1)).toEqual([documents.target, section]));
  act(() => useDesk.getState().setPlan(null));
  const tree = screen.getByRole("tree");
  fireEvent.contextMenu(within(tree).getByText("P-2026-004"));
  expect(await items()).toEqual([
    "OpenEnter",
    expect.stringMatching(/^Upload files…Ctrl/),
    expect.stringMatching(/work orders[←→]$/),
    "Copy number",
  ]);
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(tree);
  await user.keyboard("{Shift>}{F10}{/Shift}");
  await choose(user, /Copy number/);
  expect(bridge.calls("copyText")).toEqual([["P-2026-004"]]);
});

it("offers nothing that changes anything to a client that may only read, from the beginning on", async () => {
  const { user, bridge } = await open({ isReadOnly: true });
  expect(await screen.findByText(/This client may only read/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Upload files…" })).toBeNull();
  expect(bridge.calls("deleteDocuments")).toEqual([]);
  fireEvent.contextMenu(await file(/Riggplan/));
  expect(await items()).not.toContain("DeleteDel");
  await user.keyboard("{Escape}");
  fireEvent.contextMenu(within(screen.getByRole("tree")).getByText("P-2026-004"));
  const offered = await items();
  expect(offered).toContain("Copy number");
  expect(offered.join()).not.toMatch(/Upload/);
});
