import { fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useShortcut } from "../shared/keyboard";
import { hideWebMenu, ignoreReload } from "./web-menu";

// What the page is given for good is taken from it: other tests are on it, too.
beforeEach(() => void vi.spyOn(document, "addEventListener"));
afterEach(() => {
  for (const given of vi.mocked(document.addEventListener).mock.calls) document.removeEventListener(...given);
});

it("shows the web view's menu in fields and on what can be copied alone", () => {
  hideWebMenu(document);
  document.body.innerHTML =
    '<p id="row">A-101.pdf</p><input id="field"><code class="fd-copyable"><b id="id">7f</b></code>';
  const isShown = (id: string) => fireEvent.contextMenu(document.getElementById(id) as HTMLElement);
  expect([isShown("row"), isShown("field"), isShown("id")]).toEqual([false, true, true]);
  document.getSelection()?.selectAllChildren(document.getElementById("row") as HTMLElement);
  expect(isShown("row")).toBe(true);
});

it("no key reloads the page, and F5 stays the screen's that answers it", () => {
  ignoreReload(document);
  const isLeft = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
  expect([isLeft("r", { ctrlKey: true }), isLeft("R", { ctrlKey: true, shiftKey: true })]).toEqual([false, false]);
  expect([isLeft("F5"), isLeft("F5", { ctrlKey: true }), isLeft("r")]).toEqual([false, false, true]);
  const read = vi.fn();
  renderHook(() => useShortcut("readAgain", read));
  isLeft("F5");
  isLeft("F5", { shiftKey: true });
  expect(read).toHaveBeenCalledTimes(1);
});
