import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { show } from "../testing/render";
import { offerUndo, tellDone, undoNewest, undoTimeMs } from "./store";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));

async function offered(text = "3 documents deleted.") {
  const undo = vi.fn();
  const finish = vi.fn();
  await show(null, {}, undoTimeMs);
  act(() => void offerUndo({ text, undo, finish }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  return { undo, finish, pass };
}

it("the act stands after ten seconds, and its end is told once", async () => {
  const { undo, finish, pass } = await offered();
  pass(undoTimeMs - 1);
  expect(finish).not.toHaveBeenCalled();
  pass(1);
  expect(finish).toHaveBeenCalledOnce();
  expect(undo).not.toHaveBeenCalled();
  expect(screen.queryByText("3 documents deleted.")).toBeNull();
});

it("the button takes it back, and nothing is finished", async () => {
  const { undo, finish, pass } = await offered();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  pass(undoTimeMs);
  expect(undo).toHaveBeenCalledOnce();
  expect(finish).not.toHaveBeenCalled();
});

it("time stands still while it is looked at or focused", async () => {
  const { finish, pass } = await offered();
  pass(9000);
  fireEvent.mouseEnter(screen.getByText("3 documents deleted.").parentElement as HTMLElement);
  pass(60_000);
  expect(finish).not.toHaveBeenCalled();
  fireEvent.mouseLeave(screen.getByText("3 documents deleted.").parentElement as HTMLElement);
  pass(999);
  expect(finish).not.toHaveBeenCalled();
  pass(1);
  expect(finish).toHaveBeenCalledOnce();
});

it("closing it means that the act stands", async () => {
  const { finish } = await offered();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(finish).toHaveBeenCalledOnce();
});

it("Ctrl Z takes back the newest; a fourth toast finishes the oldest", async () => {
  const { finish: first } = await offered("first");
  const newest = vi.fn();
  act(() => {
    offerUndo({ text: "second", undo: vi.fn() });
    offerUndo({ text: "third", undo: vi.fn() });
    offerUndo({ text: "fourth", undo: newest });
  });
  expect(first).toHaveBeenCalledOnce();
  act(() => void undoNewest());
  expect(newest).toHaveBeenCalledOnce();
});

it("what only tells offers its own acts, and Ctrl Z passes it by", async () => {
  const { undo } = await offered();
  const open = vi.fn();
  act(() => void tellDone("12 rows saved.", [{ label: "Open file", run: open }]));
  const told = screen.getByText("12 rows saved.").parentElement as HTMLElement;
  expect(told.textContent).not.toContain("Undo");
  fireEvent.click(screen.getByRole("button", { name: "Open file" }));
  expect(open).toHaveBeenCalledOnce();
  act(() => void undoNewest());
  expect(undo).toHaveBeenCalledOnce();
  expect(undoNewest()).toBe(false);
});

it("what only tells makes room for others before an undo does", async () => {
  const { finish } = await offered();
  act(() => {
    tellDone("first");
    tellDone("second");
    tellDone("third");
  });
  expect(finish).not.toHaveBeenCalled();
  expect(screen.queryByText("first")).toBeNull();
  expect(screen.getByText("third")).toBeVisible();
});

it("of a group only the newest is shown, the others are counted and wait with it", async () => {
  await show(null, {}, undoTimeMs);
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const [first, second] = [vi.fn(), vi.fn()];
  act(() => void offerUndo({ text: "first", group: "decisions", undo: first, finish: first }));
  pass(5000);
  act(() => void offerUndo({ text: "second", group: "decisions", undo: second, finish: second }));
  expect(screen.queryByText("first")).toBeNull();
  expect(screen.getByText("1 earlier")).toBeVisible();
  fireEvent.mouseEnter(screen.getByText("second").parentElement as HTMLElement);
  pass(60_000);
  expect(first).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(second).toHaveBeenCalledOnce();
  expect(screen.getByText("first")).toBeVisible();
  expect(screen.queryByText("1 earlier")).toBeNull();
  pass(5000);
  expect(first, "its time went on").toHaveBeenCalledOnce();
});
