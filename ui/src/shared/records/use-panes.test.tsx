import { fireEvent, render } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import { usePanes } from "./use-panes";

function Screen({ toGrid }: { toGrid: () => void }) {
  const screen = useRef<HTMLDivElement>(null);
  usePanes(screen, toGrid);
  return (
    <div ref={screen}>
      <div data-pane="toolbar">
        <button type="button">Search</button>
      </div>
      <div data-pane="grid">
        <button type="button">Cell</button>
      </div>
    </div>
  );
}

it("F6 goes to the first control of the next pane, and its focus is shown, whatever a click left before", () => {
  vi.spyOn(HTMLElement.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  const toGrid = vi.fn();
  render(<Screen toGrid={toGrid} />);
  fireEvent.keyDown(window, { key: "F6" });
  expect(document.activeElement).toHaveTextContent("Search");
  expect(focus).toHaveBeenCalledExactlyOnceWith({ focusVisible: true });
  fireEvent.keyDown(window, { key: "F6" });
  expect(toGrid).toHaveBeenCalledOnce();
});
