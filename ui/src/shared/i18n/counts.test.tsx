import i18next from "i18next";
import { expect, it } from "vitest";
import { createFormats } from "../formats";
import { office } from "../testing/recorded";

it("writes counts as the region does, and no other number", () => {
  const { number } = createFormats(office.appState.locale, { today: "", yesterday: "" });
  expect(number(1999)).not.toBe("1999");
  expect(i18next.t("common:selected", { count: 1999 })).toBe(`${number(1999)} selected`);
  expect(i18next.t("common:selected", { count: 1 })).toBe("1 selected");
  expect(i18next.t("records:problem.numberTwice", { number: "1999", row: 2001 })).toContain("row 2001");
});
