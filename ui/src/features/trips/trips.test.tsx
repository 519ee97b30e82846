import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { CheckReport, TripsState } from "../../ipc";
import { type Answers, failure } from "../../shared/testing/bridge";
import { axeFindings } from "../../shared/testing/render";
import { showAt } from "../../shared/testing/routes";
import { noFilter } from "../../shared/trip-filter";
import { dayIn, daysOf } from "./model/periods";
import { setFilter, useTripsView } from "./model/store";
import { TripsScreen } from "./Screen";
import { figuresOf, filtered, keptState, summaryOf, testTrips, tripAnswers } from "./trips-for-tests";

const trips = testTrips(120);
const open = (answers: Answers) => showAt({ "/trips": TripsScreen }, answers);
const empty = { kept: 0, readAt: null, lastReport: null };

describe("before trips are read", () => {
  it("asks which, and reads them", async () => {
    const { user, bridge } = await open({
      ...tripAnswers([], empty),
      readTrips: { ...keptState, ...empty, reading: { pages: 0, upserted: 0, deleted: 0, kept: 0 } },
    });
    expect(await screen.findByText("No trips on this computer yet")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Trips in a period" }));
    expect(screen.getByRole("button", { name: "Download trips" })).toBeDisabled();
    await user.type(screen.getByLabelText(/^From/), "2026-11-20");
    await user.type(screen.getByLabelText(/^To/), "2026-11-02");
    expect(screen.getByText("The last day is before the first.")).toBeVisible();
    await user.clear(screen.getByLabelText(/^To/));
    await user.type(screen.getByLabelText(/^To/), "2026-11-22");
    await user.type(screen.getByLabelText("Company ID"), " c-1 ");
    await user.click(screen.getByRole("checkbox", { name: "Without trips of subsidiaries" }));
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Download trips" }));
    expect(bridge.calls("readTrips")).toEqual([
      [
        {
          range: { kind: "window", from: "2026-11-20", to: "2026-11-22" },
          project: null,
          company: "c-1",
          ownCompany: false,
          noSubsidiaries: true,
        },
      ],
    ]);
    expect(await screen.findByText("Haul trips are being downloaded")).toBeVisible();
    bridge.emit("tripsChanged", {
      ...keptState,
      ...empty,
      reading: { pages: 5, upserted: 12_500, deleted: 0, kept: 12_500 },
    });
    expect(await screen.findByText(/12\s500 trips downloaded/)).toBeVisible();
  });

  it("reads what was changed since a day", async () => {
    const { user, bridge } = await open({
      ...tripAnswers([], empty),
      readTrips: { ...keptState, ...empty },
    });
    await user.click(await screen.findByRole("radio", { name: "Trips changed in a period" }));
    await user.type(screen.getByLabelText(/^From/), "2026-11-20");
    await user.click(screen.getByRole("button", { name: "Download trips" }));
    const [[request] = []] = bridge.calls("readTrips");
    expect(request).toMatchObject({ range: { kind: "changed", from: "2026-11-20", to: null } });
  });

  it("keeps to what was told while the answer was on its way", async () => {
    const reading = { pages: 0, upserted: 0, deleted: 0, kept: 120 };
    let answer: ((state: TripsState) => void) | undefined;
    const { user, bridge } = await open({
      ...tripAnswers(trips),
      readTrips: () => new Promise((resolve) => (answer = resolve)),
    });
    await user.click(await screen.findByRole("button", { name: "Download new trips" }));
    await act(async () => {
      bridge.emit("tripsChanged", { ...keptState, kept: 119 });
      answer?.({ ...keptState, kept: 120, reading });
    });
    await waitFor(() => expect(screen.getByRole("button", { name: "Download new trips" })).toBeEnabled());
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });

  it("resumes what was stopped", async () => {
    const stopped = { pages: 7, failure: failure("serviceFailed") };
    const { user, bridge } = await open({
      ...tripAnswers([], { ...empty, stopped }),
      goOnReadingTrips: { ...keptState, ...empty },
    });
    expect(await screen.findByText(/Download stopped before the end/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Resume" }));
    expect(bridge.calls("goOnReadingTrips")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(/Download stopped/)).toBeNull());
  });

  it("without the permission explains it, and copies the message of a check", async () => {
    const message = "Client c-1 has no permission for haul trips.";
    const report: CheckReport = {
      ...{ outcome: "partly", steps: [], company: null, environment: "production", seconds: 1, message },
      checkedAt: "2026-11-23T08:00:00Z",
      readOnly: false,
    };
    const { user, bridge } = await open({
      ...tripAnswers([], { ...empty, hasScope: false }),
      checkConnection: report,
    });
    const copy = await screen.findByRole("button", { name: "Copy message to the service provider" });
    await user.click(copy);
    expect(bridge.calls("copyText")).toEqual([[message]]);
    expect(bridge.calls("checkConnection")[0]?.[0]).toMatchObject({ secret: { kind: "stored" } });
    expect(screen.queryByRole("button", { name: "Download trips" })).toBeNull();
    expect(await axeFindings()).toEqual([]);
    bridge.answers({ checkConnection: { ...report, outcome: "connected", message: null } });
    await user.click(copy);
    expect((await screen.findAllByText("Permission granted."))[0]).toBeVisible();
  });
});

describe("kept trips", () => {
  const figures = () => within(document.querySelector<HTMLElement>("[data-pane=figures]") ?? document.body);

  it("are not said to be none, nor to match nothing, while their sums and rows are read", async () => {
    const { bridge } = await open({
      ...tripAnswers([]),
      tripsState: { ...keptState, reading: { pages: 2, upserted: 4_096, deleted: 0, kept: 4_096 } },
    });
    // Nothing is filtered: their sums are not made yet.
    expect(await screen.findByText("Haul trips are being downloaded")).toBeVisible();
    expect(document.querySelector("[data-pane=figures]")).toBeNull();
    expect(screen.queryByText("No trips match")).toBeNull();
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    bridge.answers({
      ...tripAnswers(trips),
      tripSummary: async (filter) => {
        await asked;
        return summaryOf(filtered(trips, filter));
      },
      listTrips: () => new Promise(() => {}),
    });
    act(() => bridge.emit("tripsChanged", keptState));
    await waitFor(() => expect(screen.queryByText("No trips match")).toBeNull());
    act(answer);
    await waitFor(() => expect(document.querySelector("[data-pane=grid] [role=columnheader]")).not.toBeNull());
    expect(screen.queryByText("No trips match")).toBeNull();
  });

  it("show that they compute until every figure is of the filter, and none of before beside new ones", async () => {
    const { bridge } = await open(tripAnswers(trips));
    const cycle = () => figures().getByRole("button", { name: /median cycle/ });
    await waitFor(() => expect(cycle()).toHaveTextContent(/\d:\d\d/));
    await waitFor(() => expect(screen.queryByText("Computing…")).toBeNull());
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { tripDistributions } = tripAnswers(trips);
    if (typeof tripDistributions !== "function") throw new Error("It depends on the filter.");
    bridge.answers({
      tripDistributions: async (filter) => {
        await asked;
        return tripDistributions(filter);
      },
    });
    act(() => setFilter("period", { from: "2024-01-01", to: "2030-01-01" }));
    expect(await screen.findByText("Computing…")).toBeVisible();
    await waitFor(() => expect(cycle(), "the sums are new, the median is not there yet").toHaveTextContent("–"));
    act(answer);
    await waitFor(() => expect(cycle()).toHaveTextContent(/\d:\d\d/));
    expect(screen.queryByText("Computing…")).toBeNull();
  });

  it("are filtered by the weeks and months that people name", async () => {
    const { user, bridge } = await open(tripAnswers(trips));
    await user.click(await screen.findByRole("button", { name: "Period" }));
    await user.click(await screen.findByRole("button", { name: "Last month" }));
    const days = daysOf("lastMonth", dayIn("Europe/Oslo", new Date()));
    await waitFor(() =>
      expect(bridge.calls("tripSummary").map(([filter]) => filter)).toContainEqual({ ...noFilter, ...days }),
    );
  });

  it("are summed with m³ and tonnes apart, and can be read as tables", async () => {
    const { user } = await open(tripAnswers(trips));
    expect(await screen.findByText("31 removed since last time", { exact: false })).toBeVisible();
    const { m3Trips, tonnesTrips } = figuresOf(trips);
    await screen.findByText("m³ and tonnes are never added together.");
    expect(figures().getByRole("button", { name: new RegExp(`${m3Trips} trips counted in m³`) })).toBeVisible();
    expect(figures().getByRole("button", { name: new RegExp(`${tonnesTrips} trips counted in tonnes`) })).toBeVisible();
    expect(screen.getByText("Time zone Europe/Oslo")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show as table: Mass types" }));
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows).toHaveLength(1 + new Set(trips.map(({ massType }) => massType)).size);
  });

  it.each([
    [1, "Weeks", "Hauled by week"],
    [8, "Months", "Hauled by month"],
  ])("over %i00 days are drawn in bars whose label says what each is", async (step, label, title) => {
    const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at * step)).toISOString().slice(0, 10);
    const long = testTrips(100).map((trip, at) => ({ ...trip, day: day(at) }));
    await open(tripAnswers(long));
    expect(await screen.findByRole("radio", { name: label })).toBeChecked();
    expect(screen.getByRole("heading", { name: title })).toBeInTheDocument();
    expect(screen.queryByRole("radio", { name: "Days" })).toBeNull();
  });

  it("are filtered by what is to check", async () => {
    const { user } = await open(tripAnswers(trips));
    await user.click(await screen.findByRole("button", { name: /kinds? to check|To check/ }));
    await user.click(await screen.findByRole("menuitem", { name: /with a cycle of zero/ }));
    expect(useTripsView.getState().filter.problem).toBe("zeroCycle");
  });

  it("are exported as they are filtered, and reported with the words and the names of the filters", async () => {
    const { user, bridge } = await open({
      ...tripAnswers(trips),
      exportTrips: { rows: 120, file: { fileId: "f-1", name: "trips.csv", bytes: 10 } as never },
      saveTripReport: { rows: 120, file: { fileId: "f-1", name: "trips.html", bytes: 10 } as never },
    });
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "120 trips as CSV" }));
    expect(bridge.calls("exportTrips")).toEqual([[useTripsView.getState().filter, "csv", "en"]]);
    expect(await screen.findByText(/120 rows saved in “trips.csv”/)).toBeVisible();
    act(() => setFilter("state", { state: "approved" }));
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: /report to print/ }));
    const [filter, words] = bridge.calls("saveTripReport")[0] ?? [];
    expect(filter).toMatchObject({ state: "approved" });
    expect(words).toMatchObject({
      language: "en",
      title: "Haul trips",
      project: "Project",
      notes: ["Time zone Europe/Oslo", "m³ and tonnes are never added together.", "Status: Approved"],
    });
  });

  it("show every field of one with both clocks, and name places and mass types with units and density", async () => {
    const { user } = await open(tripAnswers(trips));
    await screen.findByText("Time zone Europe/Oslo");
    useTripsView.setState({ panel: { kind: "trip", id: "trip-7" } });
    const panel = await screen.findByRole("complementary");
    expect(await within(panel).findByText("Mass type")).toBeVisible();
    // What only the server knows stands under its own name.
    expect(within(panel).getByText("axleLoadKg")).toBeVisible();
    expect(within(panel).getAllByText(/\(Europe\/Oslo\)/)).toHaveLength(2);
    expect(within(panel).getAllByText(/UTC$/)).toHaveLength(2);
    expect(await axeFindings(panel)).toEqual([]);
    act(() => useTripsView.setState({ panel: { kind: "lists" } }));
    const lists = await screen.findByRole("complementary");
    expect((await within(lists).findAllByText(/Load, Dump/)).length).toBeGreaterThan(0);
    await user.click(within(lists).getByText("Mass types"));
    expect(await within(lists).findByText(/m3 · 1,75 t\/m³/)).toBeVisible();
  });

  it("closes one that is open by Esc also when the keyboard is outside of it, and not while a menu is open", async () => {
    const frame = () => (
      <main tabIndex={-1}>
        <TripsScreen />
      </main>
    );
    const { user } = await showAt({ "/trips": frame }, tripAnswers(trips));
    await screen.findByText("Time zone Europe/Oslo");
    const openOne = () => act(() => useTripsView.setState({ panel: { kind: "trip", id: "trip-7" } }));
    openOne();
    expect(await screen.findByText("axleLoadKg")).toBeVisible();
    // As after a click beside everything.
    act(() => screen.getByRole("main").focus());
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("complementary")).toBeNull();
    openOne();
    expect(await screen.findByText("axleLoadKg")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await screen.findByRole("menuitem", { name: /report to print/ });
    await user.keyboard("{Escape}");
    expect(screen.getByRole("complementary")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("menuitem", { name: /report to print/ })).toBeNull());
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("complementary")).toBeNull();
    openOne();
    expect(await screen.findByRole("complementary")).toBeVisible();
    act(() => setFilter("period", { from: "2024-01-01", to: "2024-01-02" }));
    expect(screen.queryByRole("complementary"), "filtered further").toBeNull();
  });

  it("show a time once where the clock is UTC", async () => {
    await open(tripAnswers(trips, { zone: "Etc/UTC" }));
    act(() => useTripsView.setState({ panel: { kind: "trip", id: "trip-7" } }));
    const panel = await screen.findByRole("complementary");
    expect(await within(panel).findAllByText(/UTC$/)).toHaveLength(2);
    expect(within(panel).queryByText(/Etc/)).toBeNull();
  });

  it("say that nothing matches, with the way out", async () => {
    const { user } = await open(tripAnswers(trips));
    await user.type(await screen.findByRole("textbox", { name: "Search trips" }), "zzz");
    expect(await screen.findByText("1 filter is active.")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByText("1 filter is active.")).toBeNull());
    expect(screen.getByRole("textbox", { name: "Search trips" })).toHaveValue("");
  });

  it("that must be read once more say so", async () => {
    const { user } = await open(tripAnswers(trips, { mustBeReadAgain: true }));
    await user.click(await screen.findByRole("button", { name: "Choose what to download" }));
    expect(await screen.findByRole("button", { name: "Download trips" })).toBeVisible();
  });

  it("that cannot be summed say why", async () => {
    const shown = await open({
      ...tripAnswers(trips),
      tripSummary: () => Promise.reject(new Error("x")),
    });
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(shown.bridge.calls("listTrips")).toEqual([]);
  });
});

describe("a low window", () => {
  it("shows the trips alone until both are asked for", async () => {
    const asked = window.matchMedia("");
    vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
      ...asked,
      media: query,
      matches: query.includes("max-height"),
    }));
    const { user } = await open(tripAnswers(trips));
    expect(await screen.findByRole("button", { name: "Charts only" })).toBeVisible();
    expect(screen.queryByRole("separator", { name: "Height of the charts" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Charts and trips" }));
    expect(await screen.findByRole("separator", { name: "Height of the charts" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Charts only" }));
    expect(await screen.findByRole("button", { name: "Charts and trips" })).toBeVisible();
  });
});
