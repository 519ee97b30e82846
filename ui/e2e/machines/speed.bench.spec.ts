/** Speed of the grid of machines in Chromium, over the app's commands: `make bench ROW=grid` reads the lines. */

import { expect, type Page } from "@playwright/test";
import { show, test } from "../fixtures";
import { cell, id, prepareMany } from "./machines";

test.use({ viewport: { width: 1440, height: 900 } });

/** Prints a figure: a line that `scripts/bench/grid.sh` takes for one. */
function prints(work: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  process.stdout.write(`figure\t${work}\t${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)}\t${times.length}\n`);
}

/** How long from the answer to the question of a block until the row shows it. */
async function untilBlocked(page: Page, number: string): Promise<number> {
  await cell(page, number, "blockCheckIn").getByRole("button").click();
  await expect(page.getByRole("textbox", { name: `Message to crews for ${number}` })).toBeFocused();
  return page.evaluate(
    (row) => {
      const place = document.querySelector(`[row-id="${row}"] [col-id="blockCheckIn"]`);
      const answer = document.querySelector<HTMLButtonElement>('form button[type="submit"]');
      if (place === null || answer === null) throw new Error("no question");
      return new Promise<number>((done) => {
        const begun = performance.now();
        const watch = new MutationObserver(() => {
          watch.disconnect();
          done(performance.now() - begun);
        });
        watch.observe(place, { childList: true, characterData: true, subtree: true });
        answer.click();
      });
    },
    id(page, number),
  );
}

const numbers = ["1024", "1043", "1051", "1063", "1112"];

test("first rows of 2,000 cached machines, and a block at the click", async ({ page }) => {
  await prepareMany(page, 2_000);
  await show(page, "/machines");
  // The part is loaded then, as it is after the first look at any machine of the run.
  await expect(cell(page, "1021", "machineNumber")).toBeVisible();
  const rows: number[] = [];
  const blocks: number[] = [];
  for (const number of numbers) {
    await page.getByRole("link", { name: "Documents", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
    rows.push(
      await page.evaluate(
        (row) =>
          new Promise<number>((done) => {
            const begun = performance.now();
            const watch = new MutationObserver(() => {
              if (document.querySelector(`[row-id="${row}"] [col-id="machineNumber"]`) === null) return;
              watch.disconnect();
              done(performance.now() - begun);
            });
            watch.observe(document.body, { childList: true, subtree: true });
            location.hash = "#/machines";
          }),
        id(page, "1021"),
      ),
    );
    blocks.push(await untilBlocked(page, number));
  }
  prints("first rows of 2,000 machines in Chromium", rows);
  prints("a block is seen, 2,000 machines", blocks);
});

test("a keystroke of the search, and a block, with 20,000", async ({ page }) => {
  await prepareMany(page, 20_000);
  await show(page, "/machines");
  await expect(page.getByText(/^20.000 machines/)).toBeVisible();
  const field = page.getByRole("textbox", { name: "Search machines" });
  const keys: number[] = [];
  for (const typed of ["v", "vo", "vol", "volv", "volvo", "volvo a", "volvo", "vo", ""])
    keys.push(
      await field.evaluate((input: HTMLInputElement, text) => {
        const begun = performance.now();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        return new Promise<number>((done) => requestAnimationFrame(() => done(performance.now() - begun)));
      }, typed),
    );
  const blocks: number[] = [];
  for (const number of numbers) blocks.push(await untilBlocked(page, number));
  prints("a keystroke of the search is painted, 20,000 machines", keys);
  prints("a block is seen, 20,000 machines", blocks);
});
