import { expect, it } from "vitest";
import { fitPath } from "./fit-path";

/** Every letter is as wide as every other. */
const within = (letters: number) => (text: string) => text.length <= letters;

it("loses folders from its start, never a part of one", () => {
  const path = "/home/kari/prosjekter/e39/s45/trips";
  expect(fitPath(path, within(35))).toBe(path);
  expect(fitPath(path, within(34))).toBe("…/kari/prosjekter/e39/s45/trips");
  expect(fitPath(path, within(20))).toBe("…/e39/s45/trips");
  expect(fitPath(path, within(12))).toBe("…/s45/trips");
  expect(fitPath("P:\\P-2026-004\\Tegninger\\Tegninger VA", within(24))).toBe("…\\Tegninger\\Tegninger VA");
  expect(fitPath("\\\\server\\felles\\Tegninger\\", within(16))).toBe("…\\Tegninger\\");
});

it("shortens the name of the last folder where even that has no room", () => {
  expect(fitPath("P:\\Tegninger for etappe 3 og 4 armering", within(24))).toBe("…\\Tegninger … 4 armering");
  expect(fitPath("/Tegninger for etappe 3 og 4 armering", within(24))).toBe("/Tegninger … 4 armering");
});
