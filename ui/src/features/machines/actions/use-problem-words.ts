/** What is wrong with a text, in words. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { CellProblem } from "../../../ipc";

export function useProblemWords(): (problem: CellProblem) => string {
  const { t } = useTranslation("machines");
  return useCallback(
    ({ code, params }) =>
      t(`problem.${code}`, { text: "", longest: "", number: "", name: "", row: "", companies: "", ...params }),
    [t],
  );
}
