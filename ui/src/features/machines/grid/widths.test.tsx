import { expect, it } from "vitest";
import { leastWidth } from "./widths";

// Without a canvas a letter counts 0.55 of its height.
const words = {
  title: "Head",
  date: "28.10.2028",
  due: "due",
  noCheckIn: "No check-in",
  longest: { name: "Volvo EC250E with a tilting bucket", typeId: "Excavator", department: "Fjell" },
};
const width = (name: Parameters<typeof leastWidth>[0], usual: number, windowWidth: number, scale = 1) =>
  leastWidth(name, usual, { scale, windowWidth }, false, words);

it("gives a name what it needs of the room of a wide window, and its usual width in a narrow one", () => {
  expect(width("name", 150, 1366)).toBe(150);
  expect(width("name", 150, 1024)).toBe(150);
  expect(width("name", 150, 1920)).toBe(300);
  expect(width("name", 150, 2560), "no more than the longest").toBe(300);
  expect(width("name", 150, 1480)).toBeGreaterThan(150);
  expect(width("name", 150, 1480)).toBeLessThan(300);
  expect(width("name", 150, 1920, 1.5), "larger letters leave less room").toBe(225);
});

it("takes from a column of few short words what they do not need, down to its head", () => {
  expect(width("typeId", 116, 1366)).toBe(88);
  expect(width("department", 100, 1366)).toBe(57);
  const head = { ...words, title: "Department" };
  expect(leastWidth("department", 100, { scale: 1, windowWidth: 1366 }, false, head)).toBe(87);
  const long = { ...words, longest: { ...words.longest, department: "Water and sewers of the north" } };
  expect(leastWidth("department", 100, { scale: 1, windowWidth: 1366 }, false, long)).toBe(100);
  expect(width("hourMeter", 86, 1366), "the others stay").toBe(86);
});
