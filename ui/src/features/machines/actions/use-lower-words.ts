/** The question before values are saved that are lower than before in fields that only grow. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Ready } from "../model/ready";

/** Empty where there are none. */
export function useLowerWords(): (ready: Ready) => string {
  const { t } = useTranslation("machines");
  return useCallback(({ falls }) => (falls === 0 ? "" : t("lower.question", { count: falls })), [t]);
}
