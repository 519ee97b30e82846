import { describe, expect, it } from "vitest";
import { fitName, fitPlace, wordsOf } from "./middle";

/** Every letter is as wide as every other. */
const within = (letters: number) => (text: string) => text.length <= letters;

describe("a name that is too long", () => {
  it("loses words in its middle, and keeps number and extension", () => {
    const name = "HB-111 Pumpestasjon PS2 bunnplate og vegger armering.pdf";
    expect(fitName(name, within(60))).toBe(name);
    expect(fitName(name, within(40))).toBe("HB-111 Pumpestasjon PS2 … armering.pdf");
    expect(fitName(name, within(22))).toBe("HB-111 … armering.pdf");
  });

  it.each([
    "VA-plan Sandnes sør del 2 profil 450–980.pdf",
    "VA-plan Sandnes sør del 2 profil 450 – 980.pdf",
    "Masser_fra_Storåsen_profil_4 500-4 980.xlsx",
    "Profil1234567890-1234567999.pdf",
  ])("never shows a part of a number: %s", (name) => {
    const numbers = name.match(/\d[\d.,]*(?:(?:\s*[–-]\s*|\s)\d[\d.,]*)*/g)?.map((number) => number.replace(/\.$/, ""));
    for (let room = name.length; room >= 8; room -= 1) {
      const shown = fitName(name, within(room));
      const rest = (numbers ?? []).reduce((text, number) => text.replace(number, ""), shown);
      expect(rest, `${shown} in ${room}`).not.toMatch(/\d/);
      expect(shown.length <= room || shown.length <= 6, shown).toBe(true);
    }
  });

  it("loses a part of a long word in its middle rather than the whole, which would leave the line empty", () => {
    const name = "VA-203 Overvannsledninger_langs_fylkesveg ark 3 of 14.pdf";
    expect(fitName(name, within(39))).toBe("VA-203 Overvannsledninger … 3 of 14.pdf");
    expect(fitName(name, within(36))).toBe("VA-203 Overvannsledning… 3 of 14.pdf");
    expect(fitName(name, within(25))).toBe("VA-203 Overv… 3 of 14.pdf");
    expect(fitName(name, within(24)), "a few letters say nothing").toBe("VA-203 … 3 of 14.pdf");
  });

  it("keeps the end of one long word, where names differ", () => {
    const name = `L${"a".repeat(60)}ng.pdf`;
    expect(fitName(name, within(20))).toBe("Laaaaaaa…aaaaang.pdf");
    expect(fitName(name, within(9))).toBe("La…ng.pdf");
  });

  it("cuts one long word between letters, never a character in two", () => {
    const name = `${"a".repeat(12)}👩‍👩‍👧‍👦${"b".repeat(12)}.pdf`;
    for (let room = name.length - 1; room > 5; room -= 1) expect(fitName(name, within(room))).not.toMatch(/‍(?:…|$)/u);
  });

  it("has its words with their blanks, a range being one", () => {
    expect(wordsOf("Plan 450 – 980 rev_B.pdf")).toEqual(["Plan ", "450 – 980 ", "rev_", "B.pdf"]);
    expect(wordsOf("Plan.pdf")).toEqual(["Plan.pdf"]);
  });
});

describe("a place that is too long", () => {
  it("keeps the number at its end, which tells it from the next", () => {
    const name = "Skjæring pr. 440";
    expect(fitPlace(name, within(16))).toBe(name);
    expect(fitPlace(name, within(15))).toBe("Skjæring … 440");
    expect(fitPlace(name, within(12))).toBe("Skjærin… 440");
    expect(fitPlace(name, within(8))).toBe("Skj… 440");
    expect(fitPlace(name, within(5))).toBe("… 440");
    expect(fitPlace("Masselager øst 4 500", within(12))).toBe("Masse… 4 500");
  });

  it("is cut as any name where it has no number", () => {
    expect(fitPlace("Masselager nordøst", within(8))).toBe("Massela…");
    expect(fitPlace("Storåsen", within(5))).toBe("St…en");
  });
});
