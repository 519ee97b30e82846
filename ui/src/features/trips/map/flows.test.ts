import { expect, it } from "vitest";
import { noFigures } from "../model/buckets";
import { bow, mapContent } from "./flows";

const place = (key: string, latitude: number | null = 60, longitude: number | null = 10) => ({
  key,
  name: key,
  latitude,
  longitude,
  swapped: false,
});
const flow = (from: string, to: string, massType: string, m3: number, tonnes = 0) => ({
  from,
  to,
  massType,
  figures: { ...noFigures, trips: 2, m3, m3Trips: m3 > 0 ? 2 : 0, tonnes, tonnesTrips: tonnes > 0 ? 2 : 0 },
});

it("draws flows by the share of the largest in their own unit", () => {
  const { flows } = mapContent({
    places: [place("a"), place("b"), place("c")],
    flows: [flow("a", "b", "rock", 10), flow("a", "c", "clay", 40), flow("b", "c", "gravel", 0, 500)],
    total: { ...noFigures, trips: 6 },
  });
  expect(flows.map(({ massType, share }) => [massType, share])).toEqual([
    ["clay", 1],
    ["gravel", 1],
    ["rock", 0.25],
  ]);
});

it("counts the trips that have no place on the map", () => {
  const { flows, places, unplaced } = mapContent({
    places: [place("a"), place("b", null, null), place("unused")],
    flows: [flow("a", "b", "rock", 10), flow("a", "?", "rock", 10)],
    total: { ...noFigures, trips: 5 },
  });
  expect(flows).toEqual([]);
  expect(places.map(({ place: { key }, loads, dumps }) => [key, loads, dumps])).toEqual([["a", 4, 0]]);
  expect(unplaced).toBe(5);
});

it("draws flows between the same places beside each other, whichever way they go", () => {
  const { flows } = mapContent({
    places: [place("a"), place("b")],
    flows: [flow("a", "b", "rock", 30), flow("b", "a", "clay", 20), flow("a", "b", "soil", 10)],
    total: { ...noFigures, trips: 6 },
  });
  expect(flows.map(({ lane }) => lane)).toEqual([0, 1, 2]);
});

it("bends a bow from one end to the other", () => {
  const points = bow([0, 0], [10, 0], 0, 4);
  expect([points[0], points.at(-1)]).toEqual([
    [0, 0],
    [10, 0],
  ]);
  expect(points[2]?.[1]).toBeCloseTo(0.7);
  expect(bow([0, 0], [10, 0], 1, 4)[2]?.[1]).toBeCloseTo(1.2);
});
