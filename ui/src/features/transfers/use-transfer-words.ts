/**
 * Words for a transfer that stands still, with its remedy: an upload that can replace a document or stand beside it has
 * a taken name.
 */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Transfer } from "../../ipc";
import { type FailureWords, useFailureWords } from "../../shared/error-messages";

/** True where the server refused an upload because of its name. */
export function isNameTaken({ remedies }: Transfer): boolean {
  return remedies.includes("replace");
}

export function useTransferWords(): (item: Transfer) => FailureWords | null {
  const { t } = useTranslation("transfers", { keyPrefix: "nameTaken" });
  const failureWords = useFailureWords();
  return useCallback(
    (item) => {
      if (item.failure === null) return null;
      const words = failureWords(item.failure);
      return isNameTaken(item) ? { ...words, sentence: t("sentence"), fix: t("fix") } : words;
    },
    [failureWords, t],
  );
}
