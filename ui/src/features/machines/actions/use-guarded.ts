/** Acts as the bars and keys call them: on many machines of Production they are asked for first, everywhere else they are done. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../../shared/app-state";
import { ask } from "./ask";

export function useGuarded() {
  const { t } = useTranslation("machines");
  const connection = useConnection();
  const production = connection !== null && connection.environment === "production" && !connection.sampleData;
  const company = connection?.company ?? connection?.name ?? "";
  const guarded = useCallback(
    (count: number, yes: string, run: () => void, ticked: readonly string[] | null = null) => {
      if (!production || count < 2) return run();
      ask({ text: t("production.question", { count, company }), yes, run, ticked });
    },
    [production, company, t],
  );
  return { guarded, production, company };
}
