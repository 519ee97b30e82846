/** Each toolbar at every width that a window can give it, with each of its filters chosen: its layout settles. */

import { expect, type Page } from "@playwright/test";
import { drawingsInStep, va } from "./desktop/office";
import { openDocuments, prepare, show, test } from "./fixtures";
import { openFolders } from "./folders/folders";
import { openMachines } from "./machines/machines";
import { openTrips } from "./trips/trips";
import { openUsers } from "./users/users";

/** The line of filters and the bar around it. */
const line = "[data-filters]";

/** Chooses each filter in turn and sweeps the widths with it. */
async function sweepEach(page: Page): Promise<void> {
  await page.setViewportSize({ width: 2_600, height: 768 });
  const filters = page.locator(line).getByRole("button");
  await expect(filters.first()).toBeVisible();
  const count = await filters.count();
  for (let at = 0; at < count; at += 1) {
    await filters.nth(at).click();
    // A menu of values opened instead: nothing is chosen by the click alone.
    await page.keyboard.press("Escape");
    await sweep(page);
    await expect(page.locator("[data-crash]"), `filter ${at + 1} of ${count}`).toHaveCount(0);
  }
}

declare global {
  interface Window {
    /** Tells the line of filters that its size changed, without waiting for a frame. */
    measureLine?: () => void;
  }
}

function followLine(): void {
  window.ResizeObserver = class extends ResizeObserver {
    private readonly tell: () => void;

    constructor(changed: ResizeObserverCallback) {
      super(changed);
      this.tell = () => changed([], this);
    }

    override observe(element: Element): void {
      if (element.matches("[data-filters]")) window.measureLine = this.tell;
      super.observe(element);
    }
  };
}

/** Gives the bar each width from a window of 1024 with a panel to one of 1920 without, in steps of 2 px. */
async function sweep(page: Page): Promise<void> {
  await page.locator(line).evaluate(async (element) => {
    const bar = element.parentElement as HTMLElement;
    const { port1, port2 } = new MessageChannel();
    const drawn = () =>
      new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    for (let width = 1_024 - 56 - 372; width <= 1_920 - 56 && element.isConnected; width += 2) {
      bar.style.width = `${width}px`;
      window.measureLine?.();
      await drawn();
    }
    bar.style.width = "";
  });
}

test.beforeEach(({ page }) => page.addInitScript(followLine));

test("documents", async ({ page }) => {
  await openDocuments(page);
  await sweepEach(page);
});

test("files of a synced folder", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsInStep(desktop);
  await openFolders(page);
  await page.getByRole("link", { name: va }).click();
  await page.getByRole("tab", { name: "All files" }).click();
  await sweepEach(page);
});

test("activity", async ({ page }) => {
  await prepare(page);
  await show(page, "/activity");
  await sweepEach(page);
});

test("machines", async ({ page }) => {
  await openMachines(page);
  await sweepEach(page);
});

test("users", async ({ page }) => {
  await openUsers(page);
  await sweepEach(page);
});

test("haul trips", async ({ page }) => {
  await openTrips(page);
  await sweepEach(page);
});
