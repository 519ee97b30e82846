/** The list of synced folders in windows that have no room for all columns. */

import { expect } from "@playwright/test";
import { drawingsInStep, va } from "../desktop/office";
import { prepare, test } from "../fixtures";
import { openFolders, row } from "../folders/folders";
import { showWith } from "./settings";

test("the project of a folder is readable where there is no column for it", async ({ page, desktop }) => {
  await prepare(page);
  await drawingsInStep(desktop);
  for (const [width, textSizePercent] of [
    [1_024, 100],
    [1_024, 125],
    [1_366, 125],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await openFolders(page);
    await showWith(page, { textSizePercent });
    const folder = row(page, /Tegninger VA/);
    const name = await folder.getByRole("link", { name: va }).boundingBox();
    const place = folder.getByText(/^P-2026-\d+ · /);
    await expect(place).toBeInViewport({ ratio: 1 });
    const project = await place.boundingBox();
    expect(project?.y, `under the name at ${width}, ${textSizePercent} %`).toBeGreaterThan(name?.y ?? Number.NaN);
    expect(project?.x).toBeCloseTo(name?.x ?? Number.NaN, 0);
  }
});
