import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FilterPills } from "./FilterPills";

/** jsdom draws nothing: pills from this one on stand on a second line. */
function wrapFrom(first: number): void {
  vi.spyOn(HTMLElement.prototype, "offsetTop", "get").mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) < first ? 10 : 48;
  });
}

const pills = (on: string, onToggle: (key: string) => void) =>
  ["All", "Blocked", "Inactive"].map((label) => ({
    key: label,
    label,
    count: label.length,
    on: label === on,
    onToggle: () => onToggle(label),
  }));

it("shows all filters where there is room", () => {
  render(<FilterPills pills={pills("All", () => {})} />, { wrapper: MantineProvider });
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["All3", "Blocked7", "Inactive8"]);
});

it("puts filters without room into a menu, and names the one in force", async () => {
  wrapFrom(1);
  const chosen: string[] = [];
  const { rerender } = render(<FilterPills pills={pills("All", (key) => chosen.push(key))} />, {
    wrapper: MantineProvider,
  });
  await userEvent.click(screen.getByRole("button", { name: "More filters" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: /Inactive/ }));
  expect(chosen).toEqual(["Inactive"]);
  rerender(<FilterPills pills={pills("Inactive", () => {})} />);
  expect(screen.getByRole("button", { name: "Inactive" })).toBeInTheDocument();
});
