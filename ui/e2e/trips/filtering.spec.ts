import { expect } from "@playwright/test";
import { expectAccessible, test } from "../fixtures";
import { figure, numberOf, openTrips, readCsv, sumsOf } from "./trips";

test("figures are those of the exported file, filtered and not", async ({ page, desktop: { app } }) => {
  await openTrips(page);
  const compare = async (name: string) => {
    const path = app.path(name);
    app.write(".keep");
    await app.choose(path);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: /as CSV$/ }).click();
    await expect(page.getByText(`saved in “${name}”`)).toBeVisible();
    const sums = sumsOf(readCsv(path));
    const shown = await Promise.all(
      [0, 1, 2].map(async (at) => numberOf((await figure(page, at).textContent()) ?? "")),
    );
    expect(shown[0]).toBe(sums.trips);
    expect(Math.abs((shown[1] ?? 0) - sums.m3)).toBeLessThan(0.51);
    expect(Math.abs((shown[2] ?? 0) - sums.tonnes)).toBeLessThan(0.51);
    return sums;
  };
  const all = await compare("all.csv");
  const item = page.locator("[data-pane=breakdown] button[aria-pressed]:has(b)").first();
  await item.click();
  await expect(item).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => numberOf((await figure(page, 0).textContent()) ?? "")).toBeLessThan(all.trips);
  const some = await compare("some.csv");
  expect(some.trips).toBeGreaterThan(0);

  // A filter has its name where the others leave no trip of it.
  const name = (await item.locator("[title]").first().getAttribute("title")) ?? "";
  const search = page.getByRole("textbox", { name: "Search trips" });
  await search.fill("no trip has these words");
  await expect(figure(page, 0)).toHaveText(/^0/);
  const pill = page.getByRole("button", { name: /^Remove filter Mass type/ });
  await expect(pill).toContainText(name);
  await search.fill("");
  await pill.click();
  await expect.poll(async () => numberOf((await figure(page, 0).textContent()) ?? "")).toBe(all.trips);
});

test("a drag over the days is a period; a place on the map is a filter", async ({ page }) => {
  await openTrips(page);
  const days = page.getByRole("slider");
  const period = page.getByRole("button", { name: /^Remove filter Period/ });
  await expect(days.locator("svg")).toBeVisible();
  // One that ends before it was drawn is its whole period.
  await days.evaluate((chart) => {
    const canvas = chart.querySelector("svg")?.parentElement;
    const { left, top, width, height } = chart.getBoundingClientRect();
    const at = (share: number) => ({ bubbles: true, clientX: left + width * share, clientY: top + height * 0.4 });
    canvas?.dispatchEvent(new MouseEvent("mousedown", at(0.3)));
    for (const share of [0.4, 0.6]) canvas?.dispatchEvent(new MouseEvent("mousemove", at(share)));
    canvas?.dispatchEvent(new MouseEvent("mouseup", at(0.6)));
  });
  const [first, last] = ((await period.textContent()) ?? "").split(" – ");
  const day = (shown = "") => Date.parse(shown.trim().split(/[./]/).reverse().join("-"));
  expect((day(last) - day(first)) / 86_400_000).toBeGreaterThan(14);
  await period.click();
  await expect(period).toBeHidden();

  const box = await days.boundingBox();
  if (box === null) throw new Error("The chart has no room.");
  const y = box.y + box.height * 0.4;
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
  await expect(period).toBeVisible();
  await period.click();
  await expect(period).toBeHidden();

  // Any place of the map that says what it is can be chosen.
  const map = page.getByRole("application");
  const frame = await map.boundingBox();
  if (frame === null) throw new Error("The map has no room.");
  // Its buttons are beside it, where they cover no name.
  const closer = await page.getByRole("button", { name: "Zoom in" }).boundingBox();
  expect(closer?.x).toBeGreaterThanOrEqual(frame.x + frame.width);
  const said = page.locator("[data-pane=map] p", { hasText: /^(Load|Dump): / });
  const place = await page.locator("[data-pane=map] .ol-viewport").evaluate(async (drawn) => {
    const { left, top, width, height } = drawn.getBoundingClientRect();
    for (let step = 0; step < 900; step += 1) {
      const [x, y] = [left + ((step % 36) + 0.5) * (width / 36), top + (Math.floor(step / 36) + 0.5) * (height / 25)];
      drawn.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: x, clientY: y }));
      await new Promise(requestAnimationFrame);
      const texts = [...document.querySelectorAll("[data-pane=map] p")].map(({ textContent }) => textContent ?? "");
      if (texts.some((text) => /^(Load|Dump): /.test(text))) return { x, y };
    }
    throw new Error("No place on the map says what it is.");
  });
  await page.mouse.move(place.x, place.y);
  await expect(said).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  const route = page.getByRole("button", { name: /^Remove filter Route/ });
  // Of places that lie on each other, one is chosen from the list of them.
  const stacked = page.getByRole("menuitem", { name: /^(Load|Dump): / }).first();
  await expect(route.or(stacked).first()).toBeVisible();
  if (await stacked.isVisible()) await stacked.click();
  await expect(route).toBeVisible();
});

test("everything is reached by the keyboard", async ({ page }) => {
  await openTrips(page);
  await page.keyboard.press("Control+5");
  await page.keyboard.press("f");
  await expect(page.getByRole("textbox", { name: "Search trips" })).toBeFocused();
  await page.getByRole("slider").focus();
  await page.keyboard.press("End");
  const last = (await page.getByRole("slider").getAttribute("aria-valuetext")) ?? "";
  expect(last).toContain("trip");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("slider")).not.toHaveAttribute("aria-valuetext", last);
  // Rows that are not read yet: Enter on one of them opens it all the same.
  let read = () => {};
  const held = new Promise<void>((go) => {
    read = go;
  });
  await page.route("**/bridge/invoke/list_trips", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Remove filter Period/ })).toBeVisible();
  await page.getByRole("slider").focus();
  await page.keyboard.press("m");
  await expect(page.getByRole("application")).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  read();
  const panel = page.getByRole("complementary");
  await expect(panel.getByText("All fields")).toBeVisible();
  await expect(page.locator("[data-pane=grid] [row-id][aria-current]").first()).toBeVisible();
  await expectAccessible(page, { within: "aside" });
  await panel.focus();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.locator("[data-pane=grid] [aria-current]")).toHaveCount(0);
});
