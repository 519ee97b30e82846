/**
 * Acts as the bars and keys call them: on many records of Production, and where there is something to warn of, they
 * are asked for first, everywhere else they are done.
 */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "../app-state";
import { ask } from "./ask";
import { useKind } from "./kind";

export function useGuarded() {
  const { t } = useTranslation("records");
  const { resource } = useKind();
  const connection = useConnection();
  const production = connection !== null && connection.environment === "production" && !connection.sampleData;
  const company = connection?.company ?? connection?.name ?? "";
  const guarded = useCallback(
    (count: number, yes: string, run: () => void, ticked: readonly string[] | null = null, warning = "") => {
      const asked = production && count > 1 ? t(`production.question.${resource}`, { count, company }) : "";
      const text = [warning, asked].filter(Boolean).join(" ");
      if (text === "") return run();
      ask({ text, yes, run, ticked });
    },
    [production, company, resource, t],
  );
  return { guarded, production, company };
}
