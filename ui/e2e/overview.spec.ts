/** The overview: the first screen after the start. */

import { expect } from "@playwright/test";
import { projectId } from "./desktop/data";
import { send } from "./desktop/files";
import { drawingsInStep, va } from "./desktop/office";
import { expectAccessible, prepare, show, test } from "./fixtures";

test("is shown first and opens what it counts", async ({ page, desktop }) => {
  const { app, service } = desktop;
  await prepare(page);
  await drawingsInStep(desktop);
  await app.call("refresh_machines");
  await show(page, "/");
  const part = (name: string) => page.getByRole("region", { name });
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  // What is uploaded while it is looked at is counted.
  const uploaded = part("Uploaded today");
  const count = async () => Number((await uploaded.getByRole("paragraph").first().textContent())?.match(/\d+/)?.[0]);
  await expect.poll(count).toBeGreaterThan(0);
  const before = await count();
  await send(app, await projectId(service, "production"), "HMS og rigg", "Vernerunde uke 47.pdf");
  await expect.poll(count).toBe(before + 1);
  await expectAccessible(page);

  await part("Check-in blocked").getByRole("button", { name: "Show blocked machines" }).click();
  await expect(page.getByRole("button", { name: /^Blocked/, pressed: true })).toBeVisible();
  await page.keyboard.press("Alt+Home");
  await part("Fuel data missing").getByRole("button", { name: "Open fuel data" }).click();
  await expect(page.getByRole("heading", { name: "Fuel data", level: 1 })).toBeVisible();
  await page.keyboard.press("Alt+Home");
  await part("Action needed")
    .getByRole("button", { name: `Review: ${va}` })
    .click();
  await expect(page.getByRole("tab", { name: /Action needed/ })).toBeVisible();
});

test("a window in which nobody does anything tells that the server does not answer, and that it is back", async ({
  page,
  desktop: { service },
}) => {
  await prepare(page);
  await show(page, "/");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const bar = page.getByRole("contentinfo");
  await expect(bar.getByText("Connected")).toBeVisible();
  await service.stop();
  await expect(bar.getByText("Connected")).toHaveCount(0);
  await service.again();
  await expect(bar.getByText("Connected")).toBeVisible();
});
