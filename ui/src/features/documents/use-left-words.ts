/** Words for files that were left in a plan, with their project. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { LeftPlan } from "./store";

export function useLeftWords(): (left: Pick<LeftPlan, "names" | "place">) => string {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  return useCallback(
    ({ names: { length: count }, place }) => (place === "" ? t("left", { count }) : t("leftOf", { count, place })),
    [t],
  );
}
