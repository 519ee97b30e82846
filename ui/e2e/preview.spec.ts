/** Previews in the panel of a file: over the real service, drawn by the browser. */

import { expect, type Locator, type Page } from "@playwright/test";
import { add } from "./desktop/colleague";
import { drawings, projectId } from "./desktop/data";
import { pdf, png } from "./desktop/drawings";
import { calls, type Desktop, desktopOf, expectAccessible, openDocuments, test } from "./fixtures";

/** Documents of the project beside those that are there. */
async function store({ service }: Desktop, contents: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<void> {
  const project = await projectId(service, "production");
  for (const [name, content] of Object.entries(contents)) await add(service, project, drawings, name, content);
}

/** Selects a file and shows its panel, as long as none is shown. */
async function panelOf(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole("row", { name }).click();
  await page.keyboard.press("Alt+Enter");
  return page.getByRole("complementary", { name });
}

/** Addresses of documents that the page asked for. */
function documentsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/bridge/document")) asked.push(request.url());
  });
  return asked;
}

/** How many pixels of a drawn sheet have the colour of its field. */
const coloured = (sheet: Locator) =>
  sheet.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (Math.abs((data[at + 2] ?? 0) - 128) < 6 && (data[at] ?? 0) < 30) count += 1;
    return count;
  });

test("a PDF shows its sheets in the panel, by mouse and by keyboard, and is opened by one press", async ({
  page,
  desktop,
}) => {
  await store(desktop, { "AA-100 Snitt.pdf": pdf(["Snitt A-A", "Snitt B-B", "Snitt C-C"]) });
  const asked = documentsAsked(page);
  await openDocuments(page);
  await expect(page.getByRole("row", { name: /AA-100/ })).toBeVisible();
  expect(asked, "a list fetches no document").toEqual([]);
  const panel = await panelOf(page, /AA-100/);
  const sheet = (at: number) => panel.getByRole("img", { name: `Preview of AA-100 Snitt.pdf, ${at} of 3` });
  await expect(sheet(1)).toBeVisible();
  expect(await coloured(sheet(1))).toBeGreaterThan(10_000);
  await expectAccessible(page, { within: "aside" });
  await panel.getByRole("button", { name: "Next" }).click();
  await expect(sheet(2)).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect(sheet(3)).toBeVisible();
  await page.keyboard.press("Home");
  await expect(sheet(1)).toBeVisible();
  expect(asked).toHaveLength(1);
  await panel.getByRole("button", { name: "Open" }).click();
  await expect.poll(() => calls(page, "openDocument")).toHaveLength(1);
});

test("an image shows, and what was shown is not downloaded again", async ({ page, desktop }) => {
  await store(desktop, { "AB-200 Kum.png": png(640, 400), "AB-201 Kum.dwg": "no preview" });
  await openDocuments(page);
  const panel = await panelOf(page, /AB-200/);
  const image = panel.getByRole("img", { name: "Preview of AB-200 Kum.png" });
  await expect(image).toBeVisible();
  expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640);
  await page.getByRole("row", { name: /AB-201/ }).click();
  const other = page.getByRole("complementary", { name: /AB-201/ });
  await expect(other).toBeVisible();
  await expect(other.getByRole("region", { name: "Preview" })).toHaveCount(0);
  await desktop.service.fault({ method: "GET", path: "/core", action: { status: 500 } });
  await page.getByRole("row", { name: /AB-200/ }).click();
  await expect(page.getByRole("img", { name: "Preview of AB-200 Kum.png" })).toBeVisible();
});

test("what cannot be shown says why, and can be opened or tried again", async ({ page, desktop }) => {
  await store(desktop, {
    "AC-300 Skadet.pdf": "not a drawing\n",
    "AC-301 Passord.pdf": pdf(["Hemmelig"], true),
    "AC-302 Skadet.png": "not an image\n",
    "AC-303 Kum.png": png(20, 20),
  });
  await openDocuments(page);
  const panel = await panelOf(page, /AC-300/);
  await expect(panel.getByText(/AC-300 Skadet\.pdf cannot be shown: the file is damaged/)).toBeVisible();
  await expect(panel.getByRole("button", { name: "Open" })).toHaveCount(2);
  for (const [name, words] of [
    [/AC-301/, /is protected by a password/],
    [/AC-302/, /is damaged, or is not an image/],
  ] as const) {
    await page.getByRole("row", { name }).click();
    await expect(page.getByRole("complementary", { name }).getByText(words)).toBeVisible();
  }
  await desktopOf(page).service.fault({
    method: "GET",
    path: `/core/api/v4/integration/projects/${await projectId(desktop.service, "production")}/documents/`,
    times: 1,
    action: { status: 403 },
  });
  await page.getByRole("row", { name: /AC-303/ }).click();
  const last = page.getByRole("complementary", { name: /AC-303/ });
  await last.getByRole("button", { name: "Try again" }).click();
  await expect(last.getByRole("img", { name: "Preview of AC-303 Kum.png" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByText(/failed/i)).toHaveCount(0);
});

test("keys through the list download only the file where the selection stays", async ({ page, desktop }) => {
  await store(desktop, { "AD-400.png": png(20, 20), "AD-401.png": png(20, 20), "AD-402.png": png(20, 20) });
  const asked = documentsAsked(page);
  await openDocuments(page);
  await panelOf(page, /AD-400/);
  await expect(page.getByRole("img", { name: "Preview of AD-400.png" })).toBeVisible();
  await page.getByRole("treegrid", { name: "Documents in the project" }).focus();
  // Both in one turn of the page, so that no time passes between them.
  await page.evaluate(async () => {
    for (let key = 0; key < 2; key += 1) {
      const down = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(down);
      await Promise.resolve();
    }
  });
  await expect(page.getByRole("img", { name: "Preview of AD-402.png" })).toBeVisible();
  expect(asked).toHaveLength(2);
});
