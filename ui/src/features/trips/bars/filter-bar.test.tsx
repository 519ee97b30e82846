import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { show } from "../../../shared/testing/render";
import { layOutFilters } from "../../../shared/testing/room";
import { setFilter, useTripsView } from "../model/store";
import { testTrips, tripAnswers } from "../trips-for-tests";
import { FilterBar } from "./FilterBar";

beforeEach(() => {
  layOutFilters(() => 200);
});

it("filters that have no room are set in the menu at the end of their line, and released there", async () => {
  const { user } = await show(<FilterBar />, tripAnswers(testTrips(20)));
  await user.click(screen.getByRole("button", { name: "More filters" }));
  const menu = async () => within(await screen.findByRole("dialog"));
  await user.click((await menu()).getByRole("button", { name: "Status" }));
  expect((await menu()).getByRole("textbox", { name: "Search: Status" })).toHaveFocus();
  await user.click((await menu()).getByRole("button", { name: "Approved" }));
  expect(useTripsView.getState().filter.state).toBe("approved");

  act(() => setFilter("project", { project: "p-1" }));
  await user.click(screen.getByRole("button", { name: "More filters" }));
  await user.click((await menu()).getByRole("button", { name: "Remove filter Status: Approved" }));
  expect(useTripsView.getState().filter.state).toBeNull();
});
