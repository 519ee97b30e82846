import { fireEvent, render } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { SETTLE_MS } from "./click-guard";
import { matches, type ShortcutName, shortcutLabel, shortcuts, useShortcut, useShortcutBelow } from "./keyboard";
import { stopClock } from "./testing/clock";

function Answers({ name, act }: { name: ShortcutName; act: () => void }) {
  useShortcut(name, act);
  return null;
}

function Below({ act }: { act: () => void }) {
  useShortcutBelow("undo", act);
  return null;
}

it("answers its keys and no others", () => {
  const act = vi.fn();
  render(<Answers act={act} name="palette" />);
  fireEvent.keyDown(window, { key: "k" });
  fireEvent.keyDown(window, { key: "k", ctrlKey: true, shiftKey: true });
  expect(act).not.toHaveBeenCalled();
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  fireEvent.keyDown(window, { key: "K", metaKey: true });
  expect(act).toHaveBeenCalledTimes(2);
});

it("the newest listener answers, and the one below when it is gone", () => {
  const below = vi.fn();
  const above = vi.fn();
  const { rerender } = render(
    <>
      <Answers act={below} name="mainButton" />
      <Answers act={above} name="mainButton" key="above" />
    </>,
  );
  fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
  expect([below, above].map((f) => f.mock.calls.length)).toEqual([0, 1]);
  rerender(<Answers act={below} name="mainButton" />);
  fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
  expect(below).toHaveBeenCalledOnce();
});

it("leaves typing to the field", () => {
  const slash = vi.fn();
  const undo = vi.fn();
  const palette = vi.fn();
  const { container } = render(
    <>
      <input />
      <Answers act={slash} name="findSlash" />
      <Answers act={undo} name="undo" />
      <Answers act={palette} name="palette" />
    </>,
  );
  const field = container.querySelector("input") as HTMLInputElement;
  fireEvent.keyDown(field, { key: "/" });
  fireEvent.keyDown(field, { key: "z", ctrlKey: true });
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  expect(slash).not.toHaveBeenCalled();
  expect(undo).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledOnce();
});

it("no two shortcuts have the same keys", () => {
  const labels = (Object.keys(shortcuts) as ShortcutName[]).map(shortcutLabel);
  expect(new Set(labels).size).toBe(labels.length);
});

it("takes a sign by what it is, not by the keys that a keyboard needs for it", () => {
  expect(matches(new KeyboardEvent("keydown", { key: "/", shiftKey: true }), "findSlash")).toBe(true);
  expect(matches(new KeyboardEvent("keydown", { key: "=", ctrlKey: true }), "larger")).toBe(true);
});

it("what answers below lets everything else answer first, whichever was shown first", () => {
  const screen = vi.fn();
  const shell = vi.fn();
  const { rerender } = render(
    <>
      <Answers act={screen} name="undo" />
      <Below act={shell} />
    </>,
  );
  fireEvent.keyDown(window, { key: "z", ctrlKey: true });
  expect([screen.mock.calls.length, shell.mock.calls.length]).toEqual([1, 0]);
  rerender(<Below act={shell} />);
  fireEvent.keyDown(window, { key: "z", ctrlKey: true });
  expect(shell).toHaveBeenCalledTimes(1);
});

it("a letter inside a word is no shortcut, and the Enter that ends the word presses nothing that a letter opened", () => {
  const { pass } = stopClock();
  pass(10 * SETTLE_MS);
  const opens = vi.fn();
  const pressed = vi.fn();
  const { getByRole } = render(
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what gets to the page
    <div onKeyDown={({ key }) => key === "Enter" && pressed()}>
      <Answers act={opens} name="enableUsers" />
      <button type="button">Enable</button>
    </div>,
  );
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(getByRole("button"), { key });
  };
  press("s", "j", "e", "f");
  expect(opens).not.toHaveBeenCalled();
  pass(SETTLE_MS);
  press("e");
  expect(opens).toHaveBeenCalledOnce();
  pass(SETTLE_MS - 1);
  press("l", "Enter");
  pass(SETTLE_MS - 1);
  press("Enter");
  expect(pressed).not.toHaveBeenCalled();
  pass(1);
  fireEvent.keyDown(getByRole("button"), { key: "Enter", repeat: true });
  expect(pressed, "held down since").not.toHaveBeenCalled();
  press("Enter");
  expect(pressed).toHaveBeenCalledOnce();
  press("e", "ArrowDown", "Enter");
  expect(pressed, "who moves on has seen it").toHaveBeenCalledTimes(2);
});

it("a letter that acts with no question waits until no word follows it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const acts = vi.fn();
  const heard = vi.fn();
  render(<Answers act={acts} name="releaseCheckIn" />);
  const hears = ({ key }: KeyboardEvent) => heard(key);
  document.body.addEventListener("keydown", hears);
  onTestFinished(() => document.body.removeEventListener("keydown", hears));
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key });
  };
  press("r", "e", "p");
  expect(heard.mock.calls, "a cell would begin with what is left of the word").toEqual([["r"]]);
  vi.advanceTimersByTime(2 * SETTLE_MS);
  press("e");
  expect(heard).toHaveBeenLastCalledWith("e");
  vi.advanceTimersByTime(2 * SETTLE_MS);
  press("r", "Enter");
  vi.advanceTimersByTime(2 * SETTLE_MS);
  expect(acts).not.toHaveBeenCalled();
  press("r");
  vi.advanceTimersByTime(SETTLE_MS);
  expect(acts).toHaveBeenCalledOnce();
});
