/** The overview as it is drawn from what the commands answer. */

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Overview, PlaceUploads, TripFilter, TripSummary, TripsState } from "../../ipc";
import { FailureError } from "../../ipc/failure-error";
import { type Answers, failure } from "../../shared/testing/bridge";
import { foldersOf, office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { useDesk } from "../documents/store";
import { OverviewScreen } from "./Screen";

const overview: Overview = {
  uploads: [
    {
      place: {
        target: { project: "p1", workOrder: null },
        projectNumber: "P-2026-004",
        title: "Hoveveien Øst",
        defaultSection: "Dokumenter",
      },
      documents: 12,
      lastAt: "2026-11-20T11:00:00Z",
    },
  ],
  duplicates: [],
  machines: {
    readAt: "2026-11-20T11:00:00Z",
    machines: 40,
    blocked: 2,
    newestBlocked: [
      { id: "m1", title: "1021 Volvo EC220E", message: "Service" },
      { id: "m2", title: "1044 Bomag", message: null },
    ],
    fuel: { machines: 38, complete: 31, missing: 7, odd: 1 },
  },
};

const noTrips: TripsState = {
  kept: 0,
  firstDay: null,
  lastDay: null,
  readAt: null,
  zone: "Europe/Oslo",
  reading: null,
  stopped: null,
  mustBeReadAgain: false,
  lastReport: null,
  hasScope: true,
};

const open = (answers: Answers) =>
  showAt(
    {
      "/overview": OverviewScreen,
      "/folders/$folder/$tab": "One folder",
      "/machines/fuel": "Fuel",
      "/documents": "Documents",
      "/activity": "Activity",
    },
    { tripsState: noTrips, ...answers },
  );

it("tells that the window can be used, for the benchmark", async () => {
  const { bridge } = await open({ overview });
  await screen.findByRole("region", { name: "Uploaded today" });
  expect(bridge.calls("windowReady")).toHaveLength(1);
});

it("says what was uploaded and how the machines are, and opens the lists", async () => {
  const { user } = await open({ overview });
  const uploaded = await screen.findByRole("region", { name: "Uploaded today" });
  expect(within(uploaded).getByText("12")).toBeVisible();
  expect(within(uploaded).getByRole("button", { name: /P-2026-004 Hoveveien Øst/ })).toBeVisible();
  const blocked = screen.getByRole("region", { name: "Check-in blocked" });
  expect(within(blocked).getByText("of 40 machines")).toBeVisible();
  expect(
    within(blocked)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["1021 Volvo EC220EService", "1044 Bomag"]);
  expect(screen.getByText("No action needed.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Open fuel data" }));
  expect(await screen.findByRole("heading", { name: "Fuel" })).toBeVisible();
});

it("counts no machines before they were read", async () => {
  const fuel = { machines: 0, complete: 0, missing: 0, odd: 0 };
  const unread = { ...overview, machines: { readAt: null, machines: 0, blocked: 0, newestBlocked: [], fuel } };
  await open({ overview: unread });
  const blocked = await screen.findByRole("region", { name: "Check-in blocked" });
  expect(within(blocked).getByText("Machines have not been loaded on this computer yet.")).toBeVisible();
  expect(screen.queryByText(/of 0 machines/)).toBeNull();
});

it("lists what stands still, worst first, and leads to its decision", async () => {
  const transfers = { ...office.transfers, needsYou: 1, failed: 2 };
  const { user } = await open({ overview, ...foldersOf(office), transfers });
  const needs = await screen.findByRole("region", { name: "Action needed" });
  await within(needs).findByText("1 transfer needs action");
  expect(within(needs).getByText("2 transfers failed")).toBeVisible();
  const review = within(needs).getAllByRole("button", { name: /^Review: / });
  await user.click(review[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "One folder" })).toBeVisible();
});

it("lists documents that share their names, and opens them", async () => {
  const place = { ...(overview.uploads[0] as PlaceUploads).place, title: "Storåsen" };
  const { user } = await open({ overview: { ...overview, duplicates: [{ place, documents: 3 }] } });
  const needs = await screen.findByRole("region", { name: "Action needed" });
  expect(await within(needs).findByText("3 duplicates")).toBeVisible();
  expect(screen.queryByText("No action needed.")).toBeNull();
  await user.click(within(needs).getByRole("button", { name: "Review: P-2026-004 Storåsen" }));
  expect(await screen.findByRole("heading", { name: "Documents" })).toBeVisible();
  expect(useDesk.getState()).toMatchObject({ target: place.target, beginFilter: "actionNeeded" });
});

it("says why it cannot be read, and still lists what stands still", async () => {
  const refused = () => Promise.reject(new FailureError(failure("localFile")));
  await open({ overview: refused, ...foldersOf(office) });
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByRole("region", { name: "Action needed" })).toBeVisible();
});

it("sums up the trips of the week, cubic metres and tonnes apart", async () => {
  const total = { trips: 30, m3: 240, m3Trips: 20, tonnes: 150, tonnesTrips: 10, distance: 90, cycleHours: 15 };
  const rest = { days: [], projects: [], massTypes: [], machines: [], routes: [], places: [], flows: [] };
  const tripSummary: TripSummary = { total, ...rest };
  const { bridge } = await open({ overview, tripsState: { ...noTrips, kept: 500 }, tripSummary });
  const week = await screen.findByRole("region", { name: "Haul trips this week" });
  expect(await within(week).findByText("240 m³ · 20 trips")).toBeVisible();
  expect(within(week).getByText("150 tonnes · 10 trips")).toBeVisible();
  const [[filter]] = bridge.calls("tripSummary") as [[TripFilter]];
  const days = (Date.parse(filter.to ?? "") - Date.parse(filter.from ?? "")) / 86_400_000;
  expect([new Date(filter.from ?? "").getUTCDay(), days]).toEqual([1, 6]);
});
