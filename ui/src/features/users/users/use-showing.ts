/** The words and formats with which values are shown. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../shared/use-formats";
import type { Showing } from "../model/show";

export function useShowing(): Showing {
  const formats = useFormats();
  return useMemo(() => ({ date: (at) => formats.date(dayOf(at)) }), [formats]);
}

/** Titles of fields and columns; a field that this program does not know has its name. */
export function useTitle(): (field: string) => string {
  const { t, i18n } = useTranslation("users");
  return (field) => (i18n.exists(`users:column.${field}`) ? t(`column.${field}`) : field);
}

/** The service stores days without an hour; read as a local time they could be the day before. */
function dayOf(at: string): Date {
  const [year, month, day] = at.slice(0, 10).split("-").map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
}
