/** Warnings of a plan before anything is uploaded: something newer in the project. */

import { utimesSync } from "node:fs";
import { expect } from "@playwright/test";
import { projectId } from "./desktop/data";
import { send } from "./desktop/files";
import { openDocuments, test } from "./fixtures";

const hour = 3_600;
const now = () => Date.now() / 1000;

test("an earlier revision and an older file stay out until they are chosen, by keys too", async ({
  page,
  desktop: { app, service },
}) => {
  await openDocuments(page);
  const project = await projectId(service, "production");
  await send(app, project, "Tegninger VA", "VA-900 Kum rev C.pdf");
  await send(app, project, "Tegninger VA", "VA-901 Trasé.pdf");
  // For a moment the transfer and the document both have a row.
  await expect(page.getByRole("row", { name: /^In project. VA-901 Trasé/ })).toBeVisible();

  const earlier = app.write("VA-900 Kum rev B.pdf", "the revision before");
  const older = app.write("VA-901 Trasé.pdf", "an older copy");
  for (const path of [earlier, older]) utimesSync(path, now() - hour, now() - hour);
  await app.choose(earlier, older);
  await page.keyboard.press("Control+o");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("rev B").getByText("“VA-900 Kum rev C.pdf” is a later revision")).toBeVisible();
  await expect(row("VA-901").getByText(/The one in the project was saved later/)).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);

  // To the first row, what to do about it: the answer of the key 1.
  await row("rev B").getByText("VA-900 Kum rev B.pdf").click();
  await page.keyboard.press("1");
  await row("VA-901")
    .getByRole("button", { name: /^Newer one in the project/ })
    .click();
  await page.getByRole("menuitem", { name: "Compare…" }).click();
  await expect(page.getByRole("dialog").getByText(/\bsaved /)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await row("VA-901").getByText("VA-901 Trasé.pdf").click();
  await page.keyboard.press("1");
  await expect(row("VA-901").getByText("Replaces · old one kept")).toBeVisible();
  await page.getByRole("button", { name: "Upload 2 files to P-2026-004" }).click();
  await expect(page.getByText("VA-900 Kum rev B.pdf")).toBeVisible();
});
