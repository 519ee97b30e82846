import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render";
import { FilterPills } from "./FilterPills";

/** jsdom draws nothing: pills from this one on stand on a second line. */
function wrapFrom(first: number): void {
  vi.spyOn(HTMLElement.prototype, "offsetTop", "get").mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) < first ? 10 : 48;
  });
}

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

it("puts back what has room again, also where the menu itself would take that room", async () => {
  let width = 200;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
  vi.spyOn(HTMLElement.prototype, "offsetTop", "get").mockImplementation(function (this: HTMLElement) {
    const menu = screen.queryByRole("button", { name: "More filters" });
    const fitting = width < 400 ? 1 : menu === null ? 3 : 2;
    return [...(this.parentElement?.children ?? [])].indexOf(this) < fitting ? 10 : 48;
  });
  const { user } = await show(<Pills />);
  expect(screen.getByRole("button", { name: "More filters" })).toBeInTheDocument();
  width = 400;
  await user.click(screen.getByRole("button", { name: /^Blocked/ }));
  expect(screen.queryByRole("button", { name: "More filters" })).toBeNull();
});

it("puts into the menu what loses its room", async () => {
  let width = 400;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
  vi.spyOn(HTMLElement.prototype, "offsetTop", "get").mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) < (width < 400 ? 1 : 3) ? 10 : 48;
  });
  const { user } = await show(<Pills />);
  const menu = () => document.querySelector("[aria-haspopup=menu]");
  expect(menu()).toBeNull();
  width = 200;
  await user.click(screen.getByRole("button", { name: /^Blocked/ }));
  expect(menu()).not.toBeNull();
});

it("puts filters without room into a menu, and names the one in force", async () => {
  wrapFrom(1);
  const { user } = await show(<Pills />);
  await user.click(screen.getByRole("button", { name: "More filters" }));
  await user.click(await screen.findByRole("menuitem", { name: /Inactive 8\s000/ }));
  expect(screen.getByRole("button", { name: "Inactive" })).toBeInTheDocument();
});
