/** Cancels with undo: the row leaves at once, the desktop side cancels when the time of the toast is over. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type Transfer, useBridge } from "../../ipc";
import { announce } from "../../shared/announce";
import { offerUndo } from "../../shared/undo/store";
import { setCancelling } from "./store";

/**
 * A file that is being sent is stopped at once, because every byte counts; its undo sends it again from the start.
 * One that has not begun is only hidden until the time is over, so that its undo costs nothing.
 */
export function useCancelWithUndo(onFailure: (failure: Failure) => void) {
  const { t } = useTranslation("transfers");
  const bridge = useBridge();
  return useCallback(
    (items: readonly Transfer[]) => {
      const ids = items.map((item) => item.id);
      const text = t("cancelled", { count: items.length, name: items[0]?.shownName ?? "" });
      const failed = (thrown: unknown) => {
        setCancelling(ids, false);
        onFailure(failureOf(thrown));
      };
      setCancelling(ids, true);
      announce(text);
      const begun = items.some((item) => item.state === "working" || item.state === "checking");
      if (begun) bridge.cancelTransfers(ids).catch(failed);
      offerUndo({
        text,
        undo: () => {
          setCancelling(ids, false);
          if (begun) bridge.retryTransfers(ids).catch(failed);
        },
        finish: () => {
          if (!begun) bridge.cancelTransfers(ids).catch(failed);
        },
      });
    },
    [bridge, onFailure, t],
  );
}
