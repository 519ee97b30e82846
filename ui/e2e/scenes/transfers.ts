/** States of documents and connections that take some steps, for the journeys that look at them. */

import { expect, type Page } from "@playwright/test";
import { projectId } from "../desktop/data";
import { revision, send } from "../desktop/files";
import { takesPictures } from "../desktop/pictures";
import { paths as resources } from "../desktop/service";
import { slowLine } from "../desktop/slow-line";
import { type Begin, desktopOf, openDocuments } from "../fixtures";

/** Sends files to a server that takes its time. */
export async function sendSlowly(page: Page): Promise<void> {
  const { app, service } = desktopOf(page);
  await service.fault({ method: "POST", path: `/core${resources.projects}`, action: { delayMs: 120_000 } });
  const project = await projectId(service, "production");
  await send(app, project, "Tegninger VA", "HA-310 Kum SK25–SK31.dwg");
  await send(app, project, "HMS og rigg", "Riggplan Hoveveien rev C.pdf");
}

/** Opens the documents while files are on their way, slowly; in a picture 62 percent of them were sent. */
export async function openSending(page: Page, begin: Begin = {}): Promise<void> {
  if (takesPictures) return openHalfSent(page, begin);
  await openDocuments(page, begin);
  await sendSlowly(page);
}

async function openHalfSent(page: Page, begin: Begin): Promise<void> {
  const { app, service } = desktopOf(page);
  const line = await slowLine(service.origin, 1_000_000);
  app.atEnd(line.end);
  app.through = line.origin;
  await openDocuments(page, begin);
  const project = await projectId(service, "production");
  await send(app, project, "Tegninger VA", "Terrengmodell 2026-11-25.ifc");
  await send(app, project, "HMS og rigg", "Riggplan Hoveveien rev C.pdf");
  const meter = page.getByRole("contentinfo").getByRole("progressbar");
  const percent = async () => Number(await meter.getAttribute("aria-valuenow"));
  await expect.poll(percent, { intervals: [50] }).toBeGreaterThanOrEqual(62);
  line.hold();
}

/** Sends a file that the server refuses; `times` as often as it is tried. */
export async function sendTooLarge(page: Page, times?: number): Promise<void> {
  const { app, service } = desktopOf(page);
  const body = { error: "TooLarge", message: "Files may have 100 MB." };
  await service.fault({
    method: "POST",
    path: `/core${resources.projects}`,
    action: { status: 413, body },
    ...(times === undefined ? {} : { times }),
  });
  await send(app, await projectId(service, "production"), "Tegninger VA", "Punktsky.las");
}

/** Chooses the files of a revision and opens the plan of their upload, whose title is `title`. */
export async function openPlan(page: Page, title = "Review upload"): Promise<void> {
  const { app } = desktopOf(page);
  await app.choose(...revision(app));
  await page.keyboard.press("Control+o");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

/** Fills in a connection whose secret the server refuses, and checks it. */
export async function failConnection(page: Page): Promise<void> {
  const { identityUrl, baseUrl } = desktopOf(page).service.ready.environments.production;
  await page
    .getByRole("button", { name: /connect/i })
    .first()
    .click();
  await page.getByRole("textbox", { name: /Client ID/ }).fill("strh-kontor-90ab17");
  await page.getByLabel(/Client secret/).fill("not-the-secret");
  // The first check asks for what is missing: the addresses unfold.
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Sign-in" }).fill(identityUrl);
  await page.getByRole("textbox", { name: "Main server" }).fill(baseUrl);
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("The server did not accept this client ID and secret", { exact: false }).first(),
  ).toBeVisible();
}
