/** Draws icons/tray.svg into icons/tray/*.png, one for each state, with the system's Chromium: `npm run tray-icons`. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const icons = join(dirname(fileURLToPath(import.meta.url)), "../../icons");
const source = readFileSync(join(icons, "tray.svg"), "utf8");
const size = 32;
/** How much of the sheet is cut away around a mark, in units of the drawing. */
const gap = 4;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: size, height: size } });
const drawing = `<style>body { margin: 0 } svg { display: block }</style>${source}`;
await page.setContent(drawing);
const marks = await page.$$eval("svg > g", (groups) => groups.map(({ id }) => id));
for (const mark of marks) {
  await page.setContent(drawing);
  await page.evaluate(
    ([shown, cut]) => {
      for (const group of document.querySelectorAll("svg > g")) if (group.id !== shown) group.remove();
      const own = document.getElementById(shown);
      const sheet = document.getElementById("sheet");
      const mask = document.createElementNS("http://www.w3.org/2000/svg", "mask");
      mask.id = "around";
      mask.innerHTML = '<rect width="32" height="32" fill="#fff"/>';
      for (const part of own.children) {
        const black = part.cloneNode();
        const { stroke, strokeWidth, fill } = getComputedStyle(part);
        const width = (stroke === "none" ? 0 : Number.parseFloat(strokeWidth)) + cut;
        black.setAttribute("class", "");
        black.style.cssText = `stroke: #000; stroke-width: ${width}; stroke-linejoin: round`;
        black.style.fill = fill === "none" ? "none" : "#000";
        mask.append(black);
      }
      document.querySelector("defs").append(mask);
      sheet.setAttribute("mask", "url(#around)");
    },
    [mark, gap],
  );
  await page.screenshot({ path: join(icons, "tray", `${mark}.png`), omitBackground: true });
}
await browser.close();
