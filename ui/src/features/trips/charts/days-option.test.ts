import { expect, it } from "vitest";
import { noFigures } from "../model/buckets";
import type { Colours } from "../use-colours";
import { daysOption } from "./days-option";

const figures = { ...noFigures, trips: 2, m3: 30_000, m3Trips: 1, tonnes: 10_000, tonnesTrips: 1 };
const colours = { ink: "black", ink2: "grey", line: "grey", surface: "white" } as Colours;

it.each([
  [130, 1],
  [170, 1.25],
  [240, 1.5],
])("keeps the figures of two panels apart, %i pixels high with text of %d", (height, scale) => {
  const stacks = [{ massType: null, colour: "red", figures: [figures], faded: false }];
  const drawing = { labels: ["1"], stacks, fadedBuckets: new Set<number>(), at: null, colours, scale, height };
  const { grid } = daysOption({ ...drawing, number: String });
  const [upper, lower] = grid as [{ top: number; height: number }, { bottom: number; height: number }];
  const between = height - lower.bottom - lower.height - (upper.top + upper.height);
  // Half a figure at either edge, and the unit of the lower panel.
  expect(between).toBeGreaterThanOrEqual(2 * 12 * scale);
  expect(upper.height).toBeGreaterThan(lower.height);
  expect(lower.height).toBeGreaterThan(0);
});
