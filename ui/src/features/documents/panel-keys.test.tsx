import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { giveElementsASize } from "../../shared/testing/layout";
import { show } from "../../shared/testing/render";
import { DocumentsScreen } from "./Screen";
import { useDesk } from "./store";

giveElementsASize();
beforeEach(() => useDesk.getState().reset());

it("closes the details by Esc from the button that opened them, and from nothing at all", async () => {
  const root = createRootRoute({ component: DocumentsScreen });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const { user } = await show(<RouterProvider router={router as never} />, {
    keptVersions: { versions: [], total: 0, bytes: 0, days: 30, full: false },
  });
  await user.click(await screen.findByRole("row", { name: /Riggplan/ }));
  const panel = () => screen.queryByRole("complementary", { name: /Riggplan/ });
  const details = () => screen.getByRole("button", { name: "Details" });
  await user.click(details());
  expect(panel()).not.toBeNull();
  act(() => details().focus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(panel()).toBeNull());
  await user.click(details());
  expect(panel()).not.toBeNull();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(panel()).toBeNull());
});
