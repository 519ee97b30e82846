/** Shows “Nothing to undo” when Ctrl+Z has no target. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { tellDone } from "./store";

export function useTellNothing(): () => void {
  const { t } = useTranslation("common");
  return useCallback(() => void tellDone(t("nothingToUndo")), [t]);
}
