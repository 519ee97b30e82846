/** Values of a record's fields in words. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { TripField } from "../../../ipc";
import { useFormats } from "../../../shared/use-formats";
import { useTripFormats } from "../use-trip-formats";

export function useFieldText() {
  const { t } = useTranslation("trips");
  const plain = useFormats();
  const formats = useTripFormats();
  return useCallback(
    ({ name, value }: TripField): string => {
      if (value === null || value === "") return "–";
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      if (Array.isArray(value)) return value.map((degree) => String(degree)).join(", ");
      if (typeof value === "number") return plain.decimal(value);
      return name.endsWith("DateTime") && !Number.isNaN(Date.parse(value)) ? formats.exact(value) : value;
    },
    [t, plain, formats],
  );
}
