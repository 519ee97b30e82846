/** Fields of the record in words: names of those that the specification has, and values of any kind. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { TripField } from "../../../ipc";
import type en from "../../../shared/i18n/en/trips.json";
import { useFormats } from "../../../shared/use-formats";
import { useTripFormats } from "../use-trip-formats";

export function useFieldText() {
  const { t, i18n } = useTranslation("trips");
  const plain = useFormats();
  const formats = useTripFormats();
  /** The words for a field; none for one that only the server knows. */
  const nameOf = useCallback(
    (name: string): string | null =>
      i18n.exists(`trips:field.${name}`) ? t(`field.${name as keyof typeof en.field}`) : null,
    [t, i18n],
  );
  const textOf = useCallback(
    (name: string, value: TripField["value"]): string => {
      if (value === null || value === "") return "–";
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      if (Array.isArray(value)) return value.map((degree) => String(degree)).join(", ");
      if (typeof value === "number") return plain.decimal(value);
      return name.endsWith("DateTime") && !Number.isNaN(Date.parse(value)) ? formats.exact(value) : value;
    },
    [t, plain, formats],
  );
  return { nameOf, textOf };
}
