/** What is asked before changes are lost that are not saved. */

import { expect } from "@playwright/test";
import type { ConnectionInfo, InitialState, PendingEdit, UpdateState } from "../../src/ipc";
import { prepare, show, test } from "../fixtures";
import { enabled, listed, openForm } from "../users/users";
import { answers, tells } from "./answers";
import { look } from "./look";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("another connection, a restart and a connection that is removed", async ({ page }) => {
  await prepare(page);
  await answers<InitialState>(page, "app_state", (given) => ({
    ...given,
    connections: [
      ...given.connections,
      ...given.connections.map((each): ConnectionInfo => ({ ...each, name: "Fjordvik Nord", active: false })),
    ],
  }));
  const edits = Array.from({ length: 12 }, () => ({}) as PendingEdit);
  const ready: UpdateState = { state: "ready", version: "0.2.0", notes: null };
  await tells(page, { update_state: ready, pending_edits: edits });
  const [user] = enabled(await listed(page));
  if (user === undefined) throw new Error("There is no user.");
  await show(page, "/users");
  const form = await openForm(page, user);
  await form.getByRole("textbox", { name: /^Department/ }).fill("Fjell");
  await page.keyboard.press("Control+,");
  const dialog = page.getByRole("dialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  for (const act of ["Use", "Restart to update"]) {
    await page.getByRole("button", { name: act, exact: true }).last().click();
    await expect(cancel).toBeFocused();
    await look(page, `unsaved users, ${act}`, { part: "[role=dialog]", floats: true, fresh: true });
    await cancel.click();
    await expect(dialog).toHaveCount(0);
  }
  await page
    .getByRole("button", { name: /^More for Fjordvik/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect(dialog.getByText("12 unsaved changes to machines are lost.")).toBeVisible();
  await lookAtWords(page, "a connection with unsaved changes", "[role=dialog]");
});
