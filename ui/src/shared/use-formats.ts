/** The formats of this computer's region, with the words of the chosen language. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "./app-state";
import { createFormats, type Formats } from "./formats";

export function useFormats(): Formats {
  const { t } = useTranslation("common");
  const { locale } = useAppState();
  return useMemo(() => formatsOf(locale, t("today"), t("yesterday")), [locale, t]);
}

/** The newest, for every row of a list: what a region brings takes longer to make than a row. */
let made: { key: string; formats: Formats } | null = null;

function formatsOf(locale: string, today: string, yesterday: string): Formats {
  const key = [locale, today, yesterday].join();
  if (made?.key !== key) made = { key, formats: createFormats(locale, { today, yesterday }) };
  return made.formats;
}
