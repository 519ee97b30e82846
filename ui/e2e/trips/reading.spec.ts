import { expect } from "@playwright/test";
import { open, prepare, show, test } from "../fixtures";
import { figure, newest, numberOf, readingEnded } from "./trips";

test("trips are read, then only what is new; a deleted one disappears", async ({ page, desktop: { app, service } }) => {
  await open(page, { at: "/trips" });
  await expect(page.getByText("No trips on this computer yet")).toBeVisible();
  await page.getByRole("button", { name: "Download trips" }).click();
  await expect.poll(async () => (await readingEnded(app)).lastReport).not.toBeNull();
  const first = await readingEnded(app);
  expect(first.kept).toBeGreaterThan(0);
  expect(first.lastReport).toMatchObject({ mode: "full", upserted: first.kept });
  await expect.poll(async () => numberOf((await figure(page, 0).textContent()) ?? "")).toBe(first.kept);

  const deleted = await newest(app);
  await service.changeTrip(deleted.id, "delete");
  await page.getByRole("button", { name: "Download new trips" }).click();
  await expect(page.getByText("1 removed since last time")).toBeVisible();
  const second = await readingEnded(app);
  expect(second.kept).toBe(first.kept - 1);
  expect(second.lastReport).toMatchObject({ mode: "incremental", deleted: 1 });
  await expect.poll(async () => numberOf((await figure(page, 0).textContent()) ?? "")).toBe(second.kept);
  expect((await newest(app)).id).not.toBe(deleted.id);
});

test("reading that fails says why, and goes on when the server answers", async ({
  page,
  desktop: { app, service },
}) => {
  await prepare(page);
  await service.fault({ path: "/reporting", action: { status: 400, body: { message: "no" } } });
  await show(page, "/trips");
  await page.getByRole("button", { name: "Download trips" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await service.noFaults();
  await page
    .getByRole("button", { name: /^(Resume|Download trips)$/ })
    .first()
    .click();
  await expect.poll(async () => (await readingEnded(app)).kept).toBeGreaterThan(0);
  await expect(figure(page, 0)).toBeVisible();
});
