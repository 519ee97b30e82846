import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { giveElementsASize } from "../../shared/testing/layout";
import { office } from "../../shared/testing/recorded";
import { show } from "../../shared/testing/render";
import { showTarget } from ".";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();
beforeEach(() => useDesk.getState().reset());

it("lists a project among the recent ones as soon as it is opened, whatever opened it", async () => {
  const other = office.projects.projects.find((project) => project.usedAt === null && project.active);
  if (other === undefined) throw new Error("all projects were used");
  const root = createRootRoute({ component: DocumentsScreen });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const { bridge } = await show(<RouterProvider router={router as never} />, {});
  const row = () => screen.findByRole("treeitem", { name: new RegExp(other.number) });
  const all = await screen.findByText("All projects");
  const isBelow = (node: Node) => all.compareDocumentPosition(node) === Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isBelow(await row())).toBe(true);
  act(() => showTarget({ project: other.id, workOrder: null }));
  await waitFor(() => expect(bridge.calls("noteProjectUsed")).toContainEqual([other.id]));
  await waitFor(async () => expect(isBelow(await row())).toBe(false));
});
