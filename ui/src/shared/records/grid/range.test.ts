import { expect, it } from "vitest";
import { followed } from "./range";

const rows = (text: string) => [...text].map((id) => ({ id }));
const at = (row: number, column = 2) => ({ row, column });
const one = (row: number) => ({ anchor: at(row), focus: at(row) });

it("the cell stays on its machine when another one comes before it", () => {
  expect(followed(one(1), rows("abc"), rows("axbc"))).toEqual(one(2));
  expect(followed(one(1), rows("abc"), rows("bac"))).toEqual(one(0));
});

it("a rectangle moves with its rows as long as they stand together", () => {
  const range = { anchor: at(1, 0), focus: at(2, 3) };
  expect(followed(range, rows("abcd"), rows("xabcd"))).toEqual({ anchor: at(2, 0), focus: at(3, 3) });
  expect(followed(range, rows("abcd"), rows("abcdx"))).toBe(range);
  expect(followed(range, rows("abcd"), rows("abxcd"))).toEqual({ anchor: at(1, 0), focus: at(1, 0) });
});

it("where the machine is gone the cell goes to the row in its place", () => {
  expect(followed(one(1), rows("abc"), rows("ac"))).toEqual(one(1));
  expect(followed(one(2), rows("abc"), rows("ab"))).toEqual(one(1));
});
