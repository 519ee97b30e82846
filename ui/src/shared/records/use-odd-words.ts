/** Words for a value that cannot be read: the value as it came, the expected kind, that it is never written back. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { OddValue } from "../../ipc";

export function useOddWords(): (odd: OddValue) => string {
  const { t } = useTranslation("records");
  return useCallback(
    ({ raw, expected }) => {
      // What stands for another record is sent as a text.
      const refers = expected === "machineType" || expected === "person" || expected === "machine";
      return t("unreadable.said", { raw, expected: t(`unreadable.expected.${refers ? "text" : expected}`) });
    },
    [t],
  );
}
