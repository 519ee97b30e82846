/** What Ctrl Z says where there is nothing to undo: it is never pressed into silence. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { tellDone } from "./store";

export function useTellNothing(): () => void {
  const { t } = useTranslation("common");
  return useCallback(() => void tellDone(t("nothingToUndo")), [t]);
}
