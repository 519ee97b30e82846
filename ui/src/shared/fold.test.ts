import { expect, it } from "vitest";
import { beginsWords, matches, searchable, words } from "./fold";

it.each([
  ["sor", "Sandnes SØR.pdf", true],
  ["sør", "Sandnes SØR.pdf", true],
  ["sör", "Sandnes sør.pdf", true],
  ["ae", "Æ.pdf", true],
  ["detalj å", "Detalj Ø.pdf", false],
  ["detalj å", "Detalj Æ.pdf", false],
  ["detalj å", "Detalj A\u030a.pdf", true],
  ["detalj a", "Detalj Å.pdf", true],
  ["mål", "Malvik.pdf", false],
])("%s in %s: %s", (typed, name, found) => {
  expect(matches(searchable(name), words(typed))).toBe(found);
});

it("begins words with their accents", () => {
  expect(beginsWords(searchable("Ny måling"), words("mål"))).toBe(true);
  expect(beginsWords(searchable("Ny maling"), words("mål"))).toBe(false);
});
