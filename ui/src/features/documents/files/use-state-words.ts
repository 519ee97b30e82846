/** The sentence of a file's state: its word of the vocabulary, or what it is about. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../shared/use-formats";
import { useTransferWords } from "../../transfers/use-transfer-words";
import type { FileRow } from "./model";

export function useStateWords(): (row: FileRow) => string {
  const { t } = useTranslation("documents", { keyPrefix: "files.status" });
  const status = useTranslation("status").t;
  const formats = useFormats();
  const transferWords = useTransferWords();
  return useCallback(
    (row) => {
      const { transfer, fetching, state } = row;
      if (fetching) return t("downloading", { ...formats.bytesOf(fetching.bytesDone, fetching.bytesTotal) });
      if (transfer === null) {
        if (row.alike > 1) return t("duplicates", { count: row.alike });
        return row.askedBy === null ? status(state) : t("askedBy", { name: row.askedBy.name });
      }
      if (transfer.state === "checking") return t("checking");
      if (transfer.state === "working") {
        const act = transfer.kind === "replace" ? "replacing" : "uploading";
        // Nothing has no share.
        if (transfer.bytesTotal === 0) return t(`${act}Empty`);
        return t(act, { percent: Math.floor((transfer.bytesDone / transfer.bytesTotal) * 100) });
      }
      const why = transferWords(transfer)?.sentence;
      if (transfer.failure?.kind === "fileGrowing" && why) return why;
      if (transfer.state === "waiting")
        return transfer.nextTryAt ? t("waitingUntil", { time: formats.clock(transfer.nextTryAt) }) : t("inQueue");
      return why ?? status(state);
    },
    [t, status, formats, transferWords],
  );
}
