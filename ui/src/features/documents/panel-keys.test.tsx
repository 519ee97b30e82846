import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { giveElementsASize } from "../../shared/testing/layout";
import { showAt } from "../../shared/testing/routes";
import { DocumentsScreen } from "./Screen";

giveElementsASize();

it("closes the details by Esc from the button that opened them, and from nothing at all", async () => {
  const { user } = await showAt(
    { "/documents": DocumentsScreen },
    {
      keptVersions: { versions: [], total: 0, bytes: 0, days: 30, full: false },
    },
  );
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
