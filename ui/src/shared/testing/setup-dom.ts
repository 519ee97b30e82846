/** Preparation of tests with a document: what jsdom lacks, and everything as in a new window after each test. */

import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";
import { readFields } from "../fields";
import { speak, startWords } from "../i18n";
import { forgetTyped } from "../keyboard";
import { forgetActs } from "../records/undoable-batches";
import { createTestBridge } from "./bridge";
import { office, quiet } from "./recorded";
import { resetStores } from "./stores";

// Files share one module graph: stores are noted as they are made.
vi.mock("zustand", async (load) => (await import("./stores")).notingStores(await load()));
// Drawing needs a layout and a browser: what is drawn is tested by its models, and in the journeys.
vi.mock("../../features/trips/charts/Chart", () => ({ Chart: () => null }));
vi.mock("../../features/trips/map/TripMap", () => ({ TripMap: () => null }));
vi.mock("../preview/pdf", () => import("./pdf"));

// A busy computer is slow, not wrong. And a failed search shows its own words, not the whole document.
configure({
  asyncUtilTimeout: 30_000,
  defaultHidden: false,
  getElementError: (message) => new Error(message ?? "not found"),
});

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

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
HTMLCanvasElement.prototype.getContext = () => null;
window.scrollTo = () => {};

beforeAll(() => startWords("en", { historyDays: 30 }, office.appState.locale));

afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  document.body.replaceChildren();
  resetStores();
  forgetActs("machines");
  forgetActs("users");
  forgetTyped();
  await readFields(createTestBridge(quiet), "en");
  await speak("en");
});
