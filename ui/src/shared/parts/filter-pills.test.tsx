import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "../testing/render";
import { layOutFilters } from "../testing/room";
import { FilterPills } from "./FilterPills";

function Pills() {
  const [on, setOn] = useState("All");
  const pill = (label: string) => ({
    key: label,
    label,
    count: label.length * 1000,
    on: label === on,
    onToggle: () => setOn(label),
  });
  return <FilterPills pills={["All", "Blocked", "Inactive"].map(pill)} />;
}

it("shows all filters where there is room", async () => {
  await show(<Pills />);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "All3\u00a0000",
    "Blocked7\u00a0000",
    "Inactive8\u00a0000",
  ]);
});

it("puts filters into the menu and back as the bar gets narrower and wider", async () => {
  let bar = 300;
  layOutFilters(() => bar);
  const { user } = await show(<Pills />);
  const menu = () => document.querySelector("[aria-haspopup=menu]");
  expect(menu()).toBeNull();
  bar = 299;
  await user.click(screen.getByRole("button", { name: /^Blocked/ }));
  expect(menu()).toBeInTheDocument();
  bar = 401;
  await user.click(screen.getByRole("button", { name: /^All/ }));
  expect(menu()).toBeNull();
});

it("puts filters without room into a menu, and names the one in force", async () => {
  layOutFilters(() => 200);
  const { user } = await show(<Pills />);
  await user.click(screen.getByRole("button", { name: "More filters" }));
  await user.click(await screen.findByRole("menuitem", { name: /Inactive 8\s000/ }));
  expect(screen.getByRole("button", { name: "Inactive" })).toBeInTheDocument();
});
