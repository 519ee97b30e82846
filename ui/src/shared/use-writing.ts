/** The user's way of writing: the language of words, and the region's form of decimals and days. */

import { useMemo } from "react";
import type { Writing } from "../ipc";
import { useAppState, useLanguage } from "./app-state";

export function useWriting(): Writing {
  const { locale } = useAppState();
  const language = useLanguage();
  return useMemo(() => ({ language, ...formsOf(locale) }), [language, locale]);
}

function formsOf(region: string): Pick<Writing, "decimalComma" | "monthFirst"> {
  const tag = region.split(".")[0]?.replaceAll("_", "-") ?? "";
  try {
    const decimal = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
    const [first] = new Intl.DateTimeFormat(tag)
      .formatToParts(new Date(2026, 10, 3))
      .filter((p) => p.type !== "literal");
    return { decimalComma: decimal === ",", monthFirst: first?.type === "month" };
  } catch {
    // A region that the web view does not know: as in the countries this is made for.
    return { decimalComma: true, monthFirst: false };
  }
}
