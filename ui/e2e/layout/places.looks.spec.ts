/** Layouts that need another window, another width or a screen that broke. */

import { expect } from "@playwright/test";
import type { Folders } from "../../src/ipc";
import { paths } from "../desktop/service";
import { desktopOf, prepare, show, test } from "../fixtures";
import * as users from "../users/users";
import { recorded, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("the drawing of a conflict, which a low window leaves out", async ({ page }) => {
  const { folders, conflicts } = recorded<{ folders: Folders; conflicts: Record<string, object[]> }>("office");
  const [first] = folders.folders;
  await prepare(page);
  await page.setViewportSize({ width: narrow.width, height: 1_050 });
  const [both] = (conflicts[first?.name ?? ""] ?? []).filter(
    (each) => "reason" in each && each.reason === "bothChanged",
  );
  const none = { files: [], renamed: [], of: 3, guard: false };
  const at = "2026-11-20T11:00:00Z";
  for (const [agreedAt, fetchedAt] of [
    [at, at],
    [null, at],
    [null, null],
  ]) {
    const remote = [
      {
        fileReferenceId: "000000000000000000000018",
        shownName: "HA-201.pdf",
        bytes: 2_000,
        fetchedAt,
      },
    ].map((each) => ({ ...each, ours: false, uploadedByHand: null }));
    await tells(page, {
      ...{ folders, folder_conflicts: [{ ...both, agreedAt, remote }], folder_gone: none, folder_unsettled: [] },
    });
    await show(page, `/folders/${first?.id}/needs`);
    await expect(page.getByText("You saved")).toBeVisible();
    await lookAtWords(page, `the drawing of a conflict, ${agreedAt}, ${fetchedAt}`);
  }
});

test("the navigation with icons only, in each environment", async ({ page }) => {
  await page.setViewportSize({ width: 1_024, height: 768 });
  for (const connection of ["production", "test"] as const) {
    await prepare(page, { connection });
    await show(page, "/overview");
    await expect(page.getByRole("navigation").getByText(connection === "test" ? "Test" : "Prod")).toBeVisible();
    await lookAtWords(page, `icons only, ${connection}`, "nav");
  }
  await desktopOf(page).app.call("start_sample_data");
  await show(page, "/overview");
  await expect(page.getByRole("navigation").getByText("Sample")).toBeVisible();
  await lookAtWords(page, "icons only, sample data", "nav");
});

test("a screen that broke", async ({ page }) => {
  await prepare(page);
  // Nothing of a list is a list: the screen cannot be drawn.
  await tells(page, { folders: { folders: 1 } });
  await show(page, "/folders");
  await expect(page.getByText("This screen stopped")).toBeVisible();
  await lookAtWords(page, "a screen that broke", "main");
});

test("dates of users that are near or over", async ({ page }) => {
  await prepare(page);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const { service } = desktopOf(page);
  const list = await users.listed(page);
  await service.answer(
    paths.users,
    list.map((user, number) => ({ ...user, employmentEndDate: day(number % 2 === 0 ? -3 : 3) })),
  );
  await users.openUsers(page);
  await lookAtWords(page, "dates of users");
});
