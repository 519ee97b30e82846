import { fireEvent, screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { show } from "../../../shared/testing/render";
import { SectionField } from "./SectionField";

async function open(section: string | null = null) {
  const chosen = vi.fn();
  const shown = await show(
    <div>
      <SectionField
        label="Section"
        newLabel="New section"
        onChange={chosen}
        placeholder="Choose section"
        section={section}
        sections={["Contract", "Drawings", "Måling sør"]}
        stop
      />
    </div>,
    { sectionProblem: (name) => (name === "\u0001" ? "characters" : null) },
  );
  return { ...shown, chosen, field: screen.getByRole<HTMLInputElement>("combobox", { name: "Section" }) };
}
const listed = () => screen.queryAllByRole("option").map((option) => option.textContent);

it("takes what an arrow key chose, although the keys come faster than the list is set up", async () => {
  const { chosen, field } = await open();
  vi.useFakeTimers();
  fireEvent.click(field);
  fireEvent.keyDown(field, { key: "ArrowDown", code: "ArrowDown" });
  vi.runAllTimers();
  fireEvent.keyDown(field, { key: "Enter", code: "Enter" });
  vi.useRealTimers();
  expect(chosen).toHaveBeenCalledWith("Drawings");
});

it("narrows to what is typed in place of the section, and Enter takes the first", async () => {
  const { chosen, field, user } = await open("Contract");
  await user.tab();
  expect(field).toHaveFocus();
  expect(listed(), "Tab only passes by").toEqual([]);
  await user.keyboard("sor");
  expect(listed()).toEqual(["Måling sør", "New section…"]);
  await user.keyboard("{Enter}");
  expect(chosen.mock.calls).toEqual([["Måling sør"]]);
});

it("takes one letter typed after Esc closed the list, and Esc chooses nothing", async () => {
  const { chosen, field, user } = await open("Contract");
  await user.click(field);
  await user.keyboard("{Escape}");
  expect(listed()).toEqual([]);
  await user.keyboard("d");
  await new Promise((done) => setTimeout(done));
  await user.keyboard("{Enter}");
  expect(chosen.mock.calls).toEqual([["Drawings"]]);
});

it("stands as it was once Esc gave up what was typed", async () => {
  const { chosen, field, user } = await open("Contract");
  await user.click(field);
  await user.keyboard("dra{Escape}");
  expect(field).toHaveValue("Contract");
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, "Contract".length]);
  await user.keyboard("m");
  expect(listed()).toEqual(["Måling sør", "New section…"]);
  expect(chosen).not.toHaveBeenCalled();
});

it("opens by Enter, and forgets what was typed when it is left", async () => {
  const { chosen, field, user } = await open("Contract");
  await user.tab();
  await user.keyboard("{Enter}");
  expect(listed()).toEqual(["Contract", "Drawings", "Måling sør", "New section…"]);
  await user.keyboard("dra");
  await user.tab();
  expect(field.value).toBe("Contract");
  expect(chosen).not.toHaveBeenCalled();
});

it("names the new section as it was typed", async () => {
  const { chosen, field, user } = await open();
  await user.click(field);
  await user.keyboard("Uke 48");
  expect(listed()).toEqual(["New section…"]);
  await user.keyboard("{Enter}");
  expect(screen.getByRole("textbox", { name: "New section" })).toHaveValue("Uke 48");
  await user.keyboard("{Enter}");
  expect(chosen.mock.calls).toEqual([["Uke 48"]]);
});

it("keeps a name that none can have in its field, and says why", async () => {
  const { chosen, field, user } = await open();
  await user.click(field);
  await user.click(screen.getByRole("option", { name: "New section…" }));
  const typed = screen.getByRole("textbox", { name: "New section" });
  await user.type(typed, "\u0001{Enter}");
  expect(screen.getByRole("tooltip", { name: "The name has invisible characters" })).toBeVisible();
  expect(chosen).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox", { name: "New section" })).toBeNull();
  expect(chosen).not.toHaveBeenCalled();
});

it("cuts a section in its middle, where others differ from it", async () => {
  const ten = 10;
  const widths = { clientWidth: 20 * ten, scrollWidth: 27 * ten };
  for (const [name, width] of Object.entries(widths)) {
    const before = Object.getOwnPropertyDescriptor(Element.prototype, name) as PropertyDescriptor;
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => width });
    onTestFinished(() => void Object.defineProperty(Element.prototype, name, before));
  }
  const measureText = (text: string) => ({ width: text.length * ten });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ measureText } as never);
  const { field } = await open("mappe - Armering - Detaljer");
  expect(field.parentElement?.closest("span")?.textContent).toContain("mappe … - Detaljer");
  expect(field).toHaveValue("mappe - Armering - Detaljer");
  vi.restoreAllMocks();
});
