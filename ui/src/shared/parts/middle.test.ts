import { expect, it } from "vitest";
import { splitForMiddle } from "./middle";

it("keeps the extension and the end of a long name", () => {
  const name = "HB-111 Pumpestasjon PS2 bunnplate og vegger armering.pdf";
  const { start, end } = splitForMiddle(name);
  expect(start + end).toBe(name);
  expect(end).toBe("mering.pdf");
});

it("leaves a short name whole", () => {
  expect(splitForMiddle("Plan.pdf")).toEqual({ start: "Plan.pdf", end: "" });
});

it("never cuts a character in two", () => {
  const name = `${"a".repeat(30)}👩‍👩‍👧‍👦345678.pdf`;
  const { start, end } = splitForMiddle(name);
  expect(start + end).toBe(name);
  expect(end.startsWith("345678") || end.startsWith("👩‍👩‍👧‍👦") || end.length === 10).toBe(true);
  expect(start).not.toMatch(/‍$/u);
});
