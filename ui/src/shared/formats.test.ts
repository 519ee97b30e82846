import { expect, it } from "vitest";
import { createFormats, inSentence } from "./formats";

const now = () => new Date(2026, 10, 20, 14, 2);
const words = { today: "Today", yesterday: "Yesterday" };
const norwegian = createFormats("nb-NO", words, now);

/** Intl writes narrow and fixed spaces; the reader sees a space. */
const plain = (text: string) => text.replaceAll(/\s/gu, " ");

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [740_000, "740 kB"],
  [999_600, "1,0 MB"],
  [8_400_000, "8,4 MB"],
  [226_000_000, "226 MB"],
  [5_000_000_000, "5,0 GB"],
])("%i bytes are %s in Norway", (value, shown) => {
  expect(plain(norwegian.bytes(value))).toBe(shown);
});

it("writes both numbers of a progress in the unit of the total", () => {
  const { done, total } = norwegian.bytesOf(900_000, 310_000_000);
  expect(plain(`${done} of ${total}`)).toBe("0,9 of 310 MB");
});

it("does not begin a sentence in its middle", () => {
  expect(inSentence("Today 13:58")).toBe("today 13:58");
  expect(inSentence("17.11.2026")).toBe("17.11.2026");
});

it("names today and yesterday, and dates the rest", () => {
  expect(norwegian.moment(new Date(2026, 10, 20, 13, 58))).toBe("Today 13:58");
  expect(norwegian.moment(new Date(2026, 10, 19, 9, 12))).toBe("Yesterday 09:12");
  expect(norwegian.moment(new Date(2026, 10, 17, 9, 12))).toBe("17.11.2026");
  expect(norwegian.stamp(new Date(2026, 10, 19, 9, 12))).toBe("Yesterday 09:12");
  expect(norwegian.stamp(new Date(2026, 10, 17, 9, 12))).toBe("17.11.2026 09:12");
});

it("leaves out the year of what comes within twelve months", () => {
  expect(norwegian.coming(new Date(2026, 11, 27))).toBe("27.12.");
  expect(norwegian.coming(new Date(2027, 10, 19))).toBe("19.11.");
  expect(norwegian.coming(new Date(2027, 11, 27))).toBe("27.12.2027");
  expect(norwegian.coming(new Date(2026, 9, 27)), "over").toBe("27.10.2026");
});

it("follows the region, not the language", () => {
  expect(createFormats("en-US", words, now).date(new Date(2026, 10, 3))).toBe("11/03/2026");
  expect(createFormats("sv-SE", words, now).date(new Date(2026, 10, 3))).toBe("2026-11-03");
});

it.each(["C", "", "en_GB.UTF-8", "not a region"])("a region such as %j still gives dates", (region) => {
  expect(createFormats(region, words, now).date(new Date(2026, 10, 3))).toContain("2026");
});
