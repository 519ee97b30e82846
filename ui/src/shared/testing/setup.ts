/** What jsdom lacks and every test needs: matchers, media queries, English words. */

import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, expect, vi } from "vitest";
import { readFields } from "../fields";
import { startWords } from "../i18n";
import { useUndoStore } from "../undo/store";
import { createTestBridge, unanswered } from "./bridge";
import { office, quiet } from "./recorded";

// A busy computer is slow, not wrong. And a failed search shows its own words, not the whole document.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? "not found") });

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(async () => {
  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })) as typeof window.matchMedia;
  window.ResizeObserver ??= NoResizeObserver as unknown as typeof ResizeObserver;
  // A text area measures itself again once its font is there.
  if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget() });
  HTMLElement.prototype.scrollIntoView ??= () => {};
  vi.stubGlobal("scrollTo", () => {});
  await readFields(createTestBridge(quiet), "en");
  await startWords("en", { historyDays: 30 }, office.appState.locale);
});

afterEach(() => {
  cleanup();
  useUndoStore.setState({ toasts: [] });
  const missing = [...unanswered];
  unanswered.clear();
  expect(missing, "commands that the test has no answer to").toEqual([]);
});
