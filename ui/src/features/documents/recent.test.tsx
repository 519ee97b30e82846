import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { giveElementsASize } from "../../shared/testing/layout";
import { office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { showTarget } from ".";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();

async function open() {
  const other = office.projects.projects.find((project) => project.usedAt === null && project.active);
  if (other === undefined) throw new Error("all projects were used");
  const { bridge } = await showAt({ "/documents": DocumentsScreen }, {});
  const all = await screen.findByText("All projects");
  const isRecent = async () => {
    const row = await screen.findByRole("treeitem", { name: new RegExp(other.number) });
    return all.compareDocumentPosition(row) !== Node.DOCUMENT_POSITION_FOLLOWING;
  };
  const showIt = async () => {
    act(() => showTarget({ project: other.id, workOrder: null }));
    await waitFor(() => expect(bridge.calls("noteProjectUsed")).toContainEqual([other.id]));
  };
  return { isRecent, showIt };
}

it("lists a project among the recent ones as soon as it is opened, whatever opened it", async () => {
  const { isRecent, showIt } = await open();
  expect(await isRecent()).toBe(false);
  await showIt();
  await waitFor(async () => expect(await isRecent()).toBe(true));
});

it("moves no project under the pointer while files are dragged over it", async () => {
  const { isRecent, showIt } = await open();
  act(() => useDesk.getState().setDrag({ x: 1, y: 1, files: 1, folders: 0, bytes: 1, counting: false, over: null }));
  await showIt();
  expect(await isRecent()).toBe(false);
  act(() => useDesk.getState().setDrag(null));
  await waitFor(async () => expect(await isRecent()).toBe(true));
});
