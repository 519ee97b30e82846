import { describe, expect, it } from "vitest";
import { FailureError } from "../../ipc";
import { failure } from "../../shared/testing/bridge";
import { previewKind, problemOf, scaleFor, sheetAfter, UnreadableDocument } from "./model";

describe("what has a preview", () => {
  const types = { pdf: "application/pdf", jpeg: "image/jpeg", webp: "image/webp" };
  it.each([
    ["HA-101 Oversiktsplan.pdf", "pdf"],
    ["HA-101.PDF", "pdf"],
    ["Kum SK14.jpeg", "image"],
    ["Kum SK14.WebP", "image"],
    ["Kum SK14.svg", null],
    ["Kum SK14.dwg", null],
    ["plan.pdf.exe", null],
    ["pdf", null],
    ["constructor", null],
    ["a.constructor", null],
  ])("%s: %s", (name, kind) => expect(previewKind(name, types)).toBe(kind));
});

describe("why there is no picture", () => {
  it.each([
    [new UnreadableDocument("encrypted", null), "encrypted"],
    [new FailureError(failure("tooLarge")), "tooLarge"],
    [new FailureError(failure("unreachable")), null],
    [new Error("a defect"), null],
  ])("%s: %s", (thrown, problem) => expect(problemOf(thrown)).toBe(problem));
});

describe("turning sheets", () => {
  it.each([
    ["PageDown", 1, 2],
    ["ArrowRight", 3, 3],
    ["PageUp", 3, 2],
    ["ArrowLeft", 1, 1],
    ["End", 1, 3],
    ["Home", 3, 1],
    ["a", 1, null],
  ])("%s on sheet %i of 3", (key, at, to) => expect(sheetAfter(key, at, 3)).toBe(to));
});

describe("the size of a drawn sheet", () => {
  it("fills the width with the pixels of the screen", () =>
    expect(scaleFor({ width: 600, height: 800 }, { width: 300 }, 2)).toBe(1));
  it("fits a high sheet into a low room", () =>
    expect(scaleFor({ width: 600, height: 800 }, { width: 300, height: 200 }, 2)).toBe(0.5));
  it("stays small enough for every web view, however long the sheet is", () =>
    expect(scaleFor({ width: 100, height: 40_960 }, { width: 300 }, 2)).toBe(0.1));
});
