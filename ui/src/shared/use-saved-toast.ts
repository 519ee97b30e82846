/** Tells that a table was saved as a file, with what can be done with it. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type SavedTable, useBridge } from "../ipc";
import { tellDone } from "./undo/store";

/** `more`: what else there is to say of the file. */
export function useSavedToast(
  onFailure: (failure: Failure | null) => void,
): (saved: SavedTable, more?: string) => void {
  const bridge = useBridge();
  const { t } = useTranslation("common");
  return useCallback(
    ({ rows, file }, more = "") => {
      const open = (inFolder: boolean) => () => {
        bridge.openSavedTable(file.fileId, inFolder).catch((thrown) => onFailure(failureOf(thrown)));
      };
      const said = [t("exportedTo", { count: rows, name: file.name }), more].filter((part) => part !== "").join(" ");
      tellDone(said, [
        { label: t("openFile"), run: open(false) },
        { label: t("showInFolder"), run: open(true) },
      ]);
    },
    [bridge, onFailure, t],
  );
}
