/** What haul trips say in states that other looks do not pass fits a narrow window in every language. */

import { expect } from "@playwright/test";
import type { CheckReport, TripDetail, TripDistributions, TripSummary, TripsState } from "../../src/ipc";
import { show, test } from "../fixtures";
import { openTrips, showTrips } from "../trips/trips";
import { answers, tells } from "./answers";
import { narrow } from "./narrow";
import { lookAtWords } from "./words";

test.use({ viewport: narrow });
test.slow();

test("menus, tables and hints of haul trips", async ({ page }) => {
  await openTrips(page);
  // Of the screen, and the one that says by what trips are summed up.
  const menus = page.locator("main header [aria-haspopup=menu]").filter({ visible: true });
  await expect(menus).toHaveCount(3);
  for (const number of [0, 1, 2]) {
    await menus.nth(number).click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await lookAtWords(page, `haul trips, menu ${number}`, "[role=menu]");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem")).toHaveCount(0);
  }
  for (const by of ["Drivers", "Routes"]) {
    await menus.nth(2).click();
    await page.getByRole("menuitem", { name: by }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(0);
    await lookAtWords(page, `haul trips by ${by}`);
  }
  await menus.nth(1).click();
  await page.getByRole("menuitem", { name: "Locations and mass types" }).click();
  await expect(page.getByRole("complementary", { name: "Locations and mass types" })).toBeVisible();
  await lookAtWords(page, "locations and mass types", "aside");
  await page.keyboard.press("Escape");
  const charts = page.getByRole("button", { name: /^Show as table/ });
  for (let left = await charts.count(); left > 0; left -= 1) {
    await charts.first().click();
    await expect(charts).toHaveCount(left - 1);
  }
  await lookAtWords(page, "haul trips as tables");
});

test("trips that are read, must be read again or may not be read", async ({ page }) => {
  const state = async (change: Partial<TripsState>) => {
    await answers<TripsState>(page, "trips_state", (given) => ({ ...given, ...change }));
    await show(page, "/trips");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  await openTrips(page);
  await answers<TripsState>(page, "trips_state", (given) => ({ ...given, mustBeReadAgain: true }));
  await state({ mustBeReadAgain: true });
  await expect(page.getByText("All trips must be read once more.")).toBeVisible();
  await lookAtWords(page, "trips to be read again");
  await answers<TripSummary>(page, "trip_summary", (given) => given);
  await state({ hasScope: false });
  const granted: CheckReport = {
    ...{ outcome: "connected", steps: [], company: null, environment: "production", seconds: 1, message: null },
    checkedAt: "2026-11-20T11:00:00Z",
  };
  await tells(page, { check_connection: granted });
  await page.getByRole("button", { name: /^Copy/ }).first().click();
  await expect(page.getByText("The permission has been granted by now.").first()).toBeVisible();
  await lookAtWords(page, "a permission that was granted");
});

test("haul trips of the week in the overview, and trips that are being read", async ({ page }) => {
  await openTrips(page);
  await answers<TripSummary>(page, "trip_summary", (given) => ({
    ...given,
    total: { ...given.total, trips: 1_234, m3: 12_345, m3Trips: 1_000, tonnes: 2_345, tonnesTrips: 234 },
  }));
  await show(page, "/overview");
  await expect(page.getByText(/tonnes · 234 trips/)).toBeVisible();
  await lookAtWords(page, "haul trips of the week");
  await answers<TripsState>(page, "trips_state", (given) => ({
    ...given,
    reading: { ...given.reading, upserted: 1_234, deleted: 12 } as TripsState["reading"],
  }));
  await show(page, "/trips");
  await expect(page.getByText(/trips read/)).toBeVisible();
  await lookAtWords(page, "trips that are read");
});

test("a period whose last day is before its first", async ({ page }) => {
  await openTrips(page);
  await page.getByRole("button", { name: "Period", exact: true }).click();
  const days = page.locator(".mantine-Popover-dropdown input");
  await days.first().fill("2026-11-20");
  await days.last().fill("2026-11-19");
  await days.last().press("Tab");
  await expect(page.getByText("The last day is before the first.")).toBeVisible();
  await lookAtWords(page, "a period whose last day is before its first", ".mantine-Popover-dropdown");
});

test("what was hauled by week and by month", async ({ page }) => {
  await openTrips(page);
  for (const [unit, step] of [
    ["week", 2],
    ["month", 20],
  ] as const) {
    await answers<TripSummary>(page, "trip_summary", (given) => {
      const [first] = given.days;
      const days = Array.from({ length: first === undefined ? 0 : 100 }, (_, number) => ({
        ...(first as TripSummary["days"][number]),
        day: new Date(Date.UTC(2020, 0, 1 + step * number)).toISOString().slice(0, 10),
      }));
      return { ...given, days };
    });
    await showTrips(page);
    await expect(page.getByText(`Hauled by ${unit}`)).toBeVisible();
    await lookAtWords(page, `hauled by ${unit}`);
  }
});

test("trips without a place, unusual ones, and more bars than there is room for", async ({ page }) => {
  await openTrips(page);
  await answers<TripSummary>(page, "trip_summary", (given) => {
    const [first] = given.massTypes.filter(({ figures }) => figures.m3Trips > 0);
    const massTypes = Array.from({ length: first === undefined ? 0 : 80 }, (_, number) => ({
      ...(first as TripSummary["massTypes"][number]),
      ...{ key: `${number}`, name: `Masse ${number}` },
    }));
    return { ...given, massTypes, total: { ...given.total, trips: given.total.trips + 1_234 } };
  });
  await answers<TripDistributions>(page, "trip_distributions", (given) => ({
    ...given,
    cycleMinutes: { ...given.cycleMinutes, leftOut: 1_234 },
  }));
  await showTrips(page);
  await expect(page.getByText(/trips have no place/)).toBeVisible();
  await expect(page.getByText(/^without .* unusual/)).toBeVisible();
  await lookAtWords(page, "trips without a place");
  const rest = page.getByText("and 20 more in the table").first();
  await rest.scrollIntoViewIfNeeded();
  await expect(rest).toBeInViewport();
  await lookAtWords(page, "more bars than there is room for");
  await page.getByRole("button", { name: "Trips only" }).click();
  const both = page.getByRole("button", { name: "Charts and trips" });
  await both.hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await lookAtWords(page, "the list of trips alone");
  await answers<TripDetail>(page, "trip_detail", (given) => ({
    ...given,
    fields: given.fields.map((field) => (/Coordinates$/.test(field.name) ? { ...field, value: null } : field)),
  }));
  await page.locator("[data-pane=grid] [row-index='0'] [col-id='time']").click();
  await expect(page.getByRole("complementary").getByText("No coordinates").first()).toBeVisible();
  await lookAtWords(page, "a trip without coordinates", "aside");
});
