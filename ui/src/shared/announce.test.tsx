import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { announce } from "./announce";
import { show } from "./testing/render";

it("a sentence that was said leaves its region, so that nobody reads an old one there; said again, it stands again", async () => {
  await show(null);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const said = () => [...document.querySelectorAll("[aria-live]")].map(({ textContent }) => textContent).join("");
  act(() => announce("3 cells copied"));
  act(() => vi.advanceTimersByTime(9_000));
  act(() => announce("3 cells copied"));
  act(() => vi.advanceTimersByTime(9_000));
  expect(said()).toBe("3 cells copied");
  act(() => vi.advanceTimersByTime(1_000));
  expect(said()).toBe("");
  vi.useRealTimers();
});
