/** The formats of this computer's region, with the words of the chosen language. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "./app-state";
import { createFormats, type Formats } from "./formats";

export function useFormats(): Formats {
  const { t } = useTranslation("common");
  const { locale } = useAppState();
  return useMemo(() => createFormats(locale, { today: t("today"), yesterday: t("yesterday") }), [locale, t]);
}
