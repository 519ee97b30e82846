import { expect } from "@playwright/test";
import { expectAccessible, open, prepare, show, test } from "../fixtures";
import { figure, newest, numberOf, openTrips, readingEnded } from "./trips";

test("trips are read, then only what is new; a deleted one disappears", async ({ page, desktop: { app, service } }) => {
  await open(page, { at: "/trips" });
  await expect(page.getByText("No trips on this computer yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Read trips" }).click();
  await expect.poll(async () => (await readingEnded(app)).lastReport).not.toBeNull();
  const first = await readingEnded(app);
  expect(first.kept).toBeGreaterThan(0);
  expect(first.lastReport).toMatchObject({ mode: "full", upserted: first.kept });
  await expect.poll(async () => numberOf((await figure(page, 0).textContent()) ?? "")).toBe(first.kept);

  const deleted = await newest(app);
  await service.changeTrip(deleted.id, "delete");
  await page.getByRole("button", { name: "Read new trips" }).click();
  await expect(page.getByText("1 removed since last time")).toBeVisible();
  const second = await readingEnded(app);
  expect(second.kept).toBe(first.kept - 1);
  expect(second.lastReport).toMatchObject({ mode: "incremental", deleted: 1 });
  await expect.poll(async () => numberOf((await figure(page, 0).textContent()) ?? "")).toBe(second.kept);
  expect((await newest(app)).id).not.toBe(deleted.id);
});

test("days of a period are read once more", async ({ page, desktop: { app } }) => {
  const { kept, lastDay } = await openTrips(page);
  if (lastDay === null) throw new Error("No day of the trips is known.");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Read other trips…" }).click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("radio", { name: "Trips of some days" }).check();
  await panel.getByLabel(/^From/).fill(lastDay);
  await panel.getByLabel(/^To/).fill(lastDay);
  await panel.getByRole("button", { name: "Read trips" }).click();
  await expect(panel).toBeHidden();
  await expect.poll(async () => (await readingEnded(app)).lastReport?.upserted).toBeLessThan(kept);
  expect((await readingEnded(app)).kept).toBe(kept);
});

test("reading that fails says why, and goes on when the server answers", async ({
  page,
  desktop: { app, service },
}) => {
  await prepare(page);
  await service.fault({ path: "/reporting", action: { status: 400, body: { message: "no" } } });
  await show(page, "/trips");
  await page.getByRole("button", { name: "Read trips" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await service.noFaults();
  await page
    .getByRole("button", { name: /^(Resume|Read trips)$/ })
    .first()
    .click();
  await expect.poll(async () => (await readingEnded(app)).kept).toBeGreaterThan(0);
  await expect(figure(page, 0)).toBeVisible();
});

test("without the permission the screen explains it, and nothing else is hidden", async ({
  page,
  desktop: { app },
}) => {
  await open(page, { client: "coreOnly", at: "/trips" });
  await page.getByRole("button", { name: "Copy message to the service provider" }).click();
  await expect(page.getByRole("main").getByText("Message copied.")).toBeVisible();
  expect((await app.seen()).text).not.toBe("");
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Machines" })).toBeVisible();
});
