/** Over the fake: without a credential store the app cannot tell it, for the secret is asked for first. */

import { expect } from "@playwright/test";
import { expectAccessible, open, test } from "./desk";

const folder = process.env.FIELDDESK_PICTURES ? "e2e/pictures" : "test-results/pictures";

test("sample data whose database is lost", async ({ page }) => {
  await open(page, "fake=sampleLost");
  await expect(page.getByText(/^The database of the sample data/)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/sample-lost.png`, animations: "disabled" });
  await expectAccessible(page);
});
