import { describe, expect, it } from "vitest";
import { all, cleared, keepShown, nothing, only, range, stand, toggle } from "./selection";

const order = ["a", "b", "c", "d"];
const chosen = (selection: { chosen: ReadonlySet<string> }) => [...selection.chosen].sort().join("");

describe("selecting rows", () => {
  it("a click selects one row alone", () => {
    expect(chosen(only("b"))).toBe("b");
  });
  it("space takes a row in and out again", () => {
    const twice = toggle(toggle(nothing, "b"), "b");
    expect(chosen(twice)).toBe("");
    expect(twice.active).toBe("b");
  });
  it("shift selects from where the range began, in both directions", () => {
    const start = toggle(stand(nothing, "c"), "c");
    expect(chosen(range(start, "a", order))).toBe("abc");
    expect(chosen(range(range(start, "a", order), "d", order))).toBe("cd");
  });
  it("Ctrl A selects what is shown, and again nothing", () => {
    const every = all(nothing, order);
    expect(chosen(every)).toBe("abcd");
    expect(chosen(all(every, order))).toBe("");
  });
  it("Esc keeps the place", () => {
    expect(cleared(only("c"))).toEqual({ chosen: new Set(), active: "c", anchor: "c" });
  });
  it("the keyboard moves to the next row when its row is gone, and to the last at the end", () => {
    expect(keepShown(only("b"), order, ["a", "c", "d"]).active).toBe("c");
    expect(keepShown(only("d"), order, ["a", "b"]).active).toBe("b");
    expect(keepShown(only("d"), order, []).active).toBeNull();
  });
  it("what was replaced is selected and stood on as before, what was deleted is not", () => {
    const replaced = (key: string) => (key === "b" ? "b2" : undefined);
    const now = ["a", "b2", "c", "d"];
    expect(keepShown(only("b"), order, now, replaced)).toEqual(only("b2"));
    expect(keepShown(only("c"), order, ["a", "b2", "d"], replaced)).toEqual({
      chosen: new Set(),
      active: "d",
      anchor: "d",
      moved: true,
    });
  });
  it("where the keyboard was moved is not where a person went, until a key or a click goes there", () => {
    const moved = keepShown(only("b"), order, ["a", "c", "d"]);
    expect(moved.moved).toBe(true);
    expect(keepShown(moved, ["a", "c", "d"], ["a", "c"]).moved, "rows came and went meanwhile").toBe(true);
    expect(stand(moved, "c").moved).toBeFalsy();
    expect(toggle(moved, "c").moved).toBeFalsy();
    expect(keepShown(only("b"), order, ["a", "b", "d"]).moved, "its row stayed").toBeFalsy();
  });
  it("a row that left is no longer selected", () => {
    expect(chosen(keepShown(all(nothing, order), order, ["a", "d"]))).toBe("ad");
  });
});
