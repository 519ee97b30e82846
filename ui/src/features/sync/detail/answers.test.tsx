import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { SETTLE_MS } from "../../../shared/click-guard";
import { failure } from "../../../shared/testing/bridge";
import { stopClock } from "../../../shared/testing/clock";
import { undoNewest, useUndoStore } from "../../../shared/undo/store";
import { first, made, needs, open, press } from "../sync-for-tests";

it("a key that is pressed twice answers one case, and the next one once it has been seen", async () => {
  await open(needs);
  await screen.findByRole("heading", { name: first });
  const { pass } = stopClock();
  press("1");
  await waitFor(() => expect(screen.queryByRole("heading", { name: first })).toBeNull());
  pass(100);
  press("1");
  expect(made(), "the second press meant the first case").toBe(1);
  pass(SETTLE_MS - 100);
  press("1", { repeat: true });
  expect(made(), "a key that is held down").toBe(1);
  press("1");
  expect(made()).toBe(2);
});

it("keys of a case act while a button of the screen has the keyboard, those that press it do not", async () => {
  await open(needs);
  await screen.findByRole("heading", { name: first });
  const button = screen.getByRole("button", { name: "Sync now" });
  for (const key of ["Enter", " "]) fireEvent.keyDown(button, { key });
  expect(made()).toBe(0);
  fireEvent.keyDown(button, { key: "1" });
  expect(made()).toBe(1);
});

it("the second click of two answers nothing either, and one that chooses a case frees its answers", async () => {
  const { user } = await open(needs);
  const keep = () => screen.findByRole("button", { name: "Keep your version" });
  await screen.findByRole("heading", { name: first });
  stopClock();
  await user.click(await keep());
  await waitFor(() => expect(screen.queryByRole("heading", { name: first })).toBeNull());
  await user.click(await keep());
  expect(made()).toBe(1);
  await user.click(screen.getAllByRole("option")[0] as HTMLElement);
  await user.click(await keep());
  expect(made()).toBe(2);
});

it("what can still be undone counts as made in every number, and counts again when it is undone", async () => {
  await open(needs);
  await screen.findByRole("heading", { name: first });
  const count = () => Number(screen.getByRole("tab", { name: /Action needed/ }).textContent?.match(/\d+$/)?.[0]);
  const chip = () => Number(screen.getByText(/^Action needed · \d+$/).textContent?.match(/\d+$/)?.[0]);
  const sentence = () => Number(screen.getByText(/\d+ conflicts/).textContent?.match(/(\d+) conflicts/)?.[1]);
  const before = [count(), chip(), sentence()] as const;
  press("1");
  await waitFor(() => expect(made()).toBe(1));
  expect([count(), chip(), sentence()]).toEqual(before.map((number) => number - 1));
  act(() => void undoNewest());
  expect([count(), chip(), sentence()]).toEqual(before);
});

it("tells beside the case why both versions cannot be opened: the answers stay where they are", async () => {
  const { bridge } = await open(needs);
  await screen.findByRole("heading", { name: first });
  bridge.refuses("compareConflict", failure("localFile", { file: first, noProgram: "yes" }));
  press("o");
  await waitFor(() => expect(made()).toBe(1));
  expect(useUndoStore.getState().toasts[0]?.text).toMatch(/^This computer has no program for HA-201 .+\. Install /);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("tells beside the case that the document it was about is no longer in the project", async () => {
  const { user, bridge } = await open(needs);
  await screen.findByRole("heading", { name: first });
  bridge.refuses("openConflictDocument", failure("notFound", { file: first, deletedSince: "yes" }));
  await user.click(screen.getByRole("button", { name: "Open project version" }));
  await waitFor(() => expect(made()).toBe(1));
  expect(useUndoStore.getState().toasts[0]?.text).toMatch(/ is no longer in the project\. Choose “Sync now” to see/);
});

it("opens both versions once for a key that is pressed twice, and again later", async () => {
  const { bridge } = await open(needs, { compareConflict: null });
  await screen.findByRole("heading", { name: first });
  const { pass } = stopClock();
  press("o");
  press("o");
  pass(SETTLE_MS - 100);
  press("o");
  expect(bridge.calls("compareConflict")).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole("button", { name: /^(Open both|Download and)/ })).toBeEnabled());
  pass(100);
  press("o");
  expect(bridge.calls("compareConflict")).toHaveLength(2);
});
