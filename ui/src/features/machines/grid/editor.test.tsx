import { fireEvent, screen } from "@testing-library/react";
import type { CustomCellEditorProps } from "ag-grid-react";
import { expect, it, vi } from "vitest";
import type { Handle } from "../../../shared/records/grid/handles";
import { show } from "../../../shared/testing/render";
import { useFleet } from "../fleet/store";
import type { ColumnName } from "../model/fields";
import { machine } from "../model/machine-for-tests";
import { Editor } from "./Editor";

/** Shows the editor of a cell. */
async function open(name: ColumnName, value: string) {
  HTMLInputElement.prototype.showPicker = () => {};
  const one = machine("2103", { serviceDate: "2026-09-14T00:00:00Z" });
  useFleet.setState({ machines: new Map([[one.id, one]]) });
  const onValueChange = vi.fn();
  const data: Handle = { id: one.id, depth: 0, children: 0 };
  const props = { name, data, value, onValueChange, eventKey: "F2" };
  const { container } = await show(
    <Editor {...(props as unknown as CustomCellEditorProps<Handle> & { name: ColumnName })} />,
  );
  return { onValueChange, calendar: () => container.querySelector("input[type=date]") };
}

it("a day is chosen from the calendar in its cell, which begins at the day that stands there", async () => {
  const { onValueChange, calendar } = await open("serviceDate", "14.09.2026");
  const field = screen.getByRole("textbox");
  expect(screen.getByRole("button", { name: "Choose from a calendar" })).toBeVisible();
  expect(calendar()).toHaveValue("2026-09-14");
  fireEvent.change(calendar() as Element, { target: { value: "2026-11-30" } });
  const [written] = onValueChange.mock.calls.at(-1) ?? [];
  expect(written).toMatch(/30.*2026|2026.*30/);
  expect(field).toHaveValue(written);
  expect(field, "Enter takes it").toHaveFocus();
});

it("a cell of another kind has no calendar", async () => {
  const { calendar } = await open("hourMeter", "7464");
  expect(calendar()).toBeNull();
});
