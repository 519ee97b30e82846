/** Words for the fuel data of a machine in use: missing values, contradictions. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { missingFuel } from "../model/hints";
import { isEquipment, type Machine } from "../model/types";

/** Gives a sentence for each; none where all is well. */
export function useFuelWords(): (machine: Machine) => string[] {
  const { t } = useTranslation("machines");
  return useCallback(
    (machine) => {
      if (isEquipment(machine) || machine.active !== true) return [];
      const missing = missingFuel(machine).map((field) => t(`column.${field}`));
      const lacks = missing.length === 0 ? [] : [t("fuel.lacks", { fields: missing.join(", ") })];
      return [...lacks, ...machine.unusualFuel.map((each) => t(`unusual.${each}`))];
    },
    [t],
  );
}
