import { expect } from "@playwright/test";
import { expectAccessible, open, test } from "../fixtures";
import { figure, newest, numberOf, readingEnded } from "./trips";

test("trips are read, then only what is new; a deleted one disappears", async ({ page, desktop: { app, service } }) => {
  await open(page, { at: "/trips" });
  await expect(page.getByText("No trips on this computer yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Read trips" }).click();
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

test("days of a period are read alone", async ({ page, desktop: { app } }) => {
  await open(page, { at: "/trips" });
  await page.getByRole("radio", { name: "Trips of some days" }).check();
  await page.getByLabel(/^From/).fill("2026-03-02");
  await page.getByLabel(/^To/).fill("2026-03-06");
  await page.getByRole("button", { name: "Read trips" }).click();
  await readingEnded(app);
  const { kept, firstDay, lastDay } = await readingEnded(app);
  if (kept > 0) {
    expect((firstDay ?? "") >= "2026-03-02").toBe(true);
    expect((lastDay ?? "") <= "2026-03-06").toBe(true);
  } else await expect(page.getByText("The server has no haul trips for this choice")).toBeVisible();
});

test("reading that fails is resumed", async ({ page, desktop: { app, service } }) => {
  await open(page);
  await service.fault({ path: "/reporting", action: { status: 400, body: { message: "no" } } });
  await page.goto(`${app.url}/?again#/trips`);
  await page.getByRole("button", { name: "Read trips" }).click();
  await readingEnded(app);
  await expect(page.getByRole("alert").first()).toBeVisible();
});

test("without the permission the screen explains it, and nothing else is hidden", async ({
  page,
  desktop: { app },
}) => {
  await open(page, { client: "coreOnly", at: "/trips" });
  const copy = page.getByRole("button", { name: "Copy message to the service provider" });
  // Whether the permission is there may be known only after the first try.
  await expect(copy.or(page.getByRole("button", { name: "Read trips" }))).toBeVisible();
  if (!(await copy.isVisible())) await page.getByRole("button", { name: "Read trips" }).click();
  await copy.click();
  await expect(page.getByText("Message copied.")).toBeVisible();
  expect((await app.seen()).text).not.toBe("");
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Machines" })).toBeVisible();
});
