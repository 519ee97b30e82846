import { describe, expect, it } from "vitest";
import { type DropTarget, edgeScroll, hit, labelPlace, readTarget, writeTarget } from "./model";

describe("drop targets", () => {
  it("are read back as they were written, whatever is in the names", () => {
    const targets: DropTarget[] = [
      { target: { project: "a:b", workOrder: null }, section: null },
      { target: { project: "p", workOrder: "w" }, section: 'HMS: "rigg" / 100 % <b>' },
    ];
    expect(targets.map((target) => readTarget(writeTarget(target)))).toEqual(targets);
  });

  it("are nothing when the value is not ours", () => {
    expect(["", "::", "%E0%A4%A::", "x", "a:b:c:d"].map(readTarget)).toEqual([null, null, null, null, null]);
  });

  it("are found from an element inside them, the nearest one first", () => {
    const outer = document.createElement("div");
    outer.dataset.dropTarget = writeTarget({ target: { project: "p", workOrder: null }, section: null });
    outer.innerHTML =
      '<div id="row"><b id="name"></b></div><i id="beside"></i><p data-drop-through><u id="toast"></u></p>';
    const row = outer.querySelector("#row") as HTMLElement;
    row.dataset.dropTarget = writeTarget({ target: { project: "p", workOrder: null }, section: "S" });
    const at = (...ids: string[]) => ({ elementsFromPoint: () => ids.map((id) => outer.querySelector(id) as Element) });
    expect(hit(at("#name"), 0, 0)?.target).toMatchObject({ section: "S" });
    expect(hit(at("#beside"), 0, 0)?.target).toMatchObject({ section: null });
    expect(hit(at("#toast", "#name"), 0, 0)?.target).toMatchObject({ section: "S" });
    expect(hit(at(), 0, 0)).toBeNull();
  });
});

describe("edge scrolling", () => {
  it("is still in the middle and faster nearer the edge", () => {
    expect(edgeScroll(500, 100, 900)).toBe(0);
    expect(edgeScroll(110, 100, 900)).toBeLessThan(edgeScroll(140, 100, 900));
    expect(edgeScroll(899, 100, 900)).toBeGreaterThan(10);
    expect(edgeScroll(50, 100, 900)).toBe(0);
  });
});

describe("the label", () => {
  const label = { width: 200, height: 60 };
  const window = { width: 1000, height: 600 };
  it("stays in the window", () => {
    expect(labelPlace({ x: 100, y: 100 }, label, window)).toEqual({ left: 118, top: 120 });
    expect(labelPlace({ x: 990, y: 590 }, label, window)).toEqual({ left: 778, top: 518 });
    expect(labelPlace({ x: 900, y: 100 }, { width: 980, height: 60 }, window).left).toBe(8);
  });
});
