import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../../../shared/testing/render";
import { SectionField } from "./SectionField";

it("takes what an arrow key chose, although the keys come faster than the list is set up", async () => {
  const chosen = vi.fn();
  await show(
    <SectionField
      label="Section"
      newLabel="New section"
      onChange={chosen}
      placeholder="Choose section"
      section={null}
      sections={["Contract", "Drawings"]}
      stop
    />,
  );
  const field = screen.getByRole("combobox", { name: "Section" });
  vi.useFakeTimers();
  fireEvent.click(field);
  fireEvent.keyDown(field, { key: "ArrowDown", code: "ArrowDown" });
  vi.runAllTimers();
  fireEvent.keyDown(field, { key: "Enter", code: "Enter" });
  vi.useRealTimers();
  expect(chosen).toHaveBeenCalledWith("Drawings");
});
