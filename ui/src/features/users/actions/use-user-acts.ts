/** Actions on users: each is reported, and can be undone. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type BatchReport, type Failure, failureOf, useBridge } from "../../../ipc";
import { useRun } from "../../../shared/records/use-run";
import { dropDrafts, openPanel, useView } from "../users/view";

export type UserActs = ReturnType<typeof useUserActs>;

/** How a row of an act is called. */
export const rowName = ({ rows }: BatchReport) => [rows[0]?.number, rows[0]?.name].filter(Boolean).join(" ");

export function useUserActs(onFailure: (failure: Failure | null) => void) {
  const bridge = useBridge();
  const { t } = useTranslation("users");
  const record = useRun(onFailure);
  return useMemo(
    () => ({
      ...record,
      setDisabled: (ids: readonly string[], disabled: boolean) =>
        record.run({
          call: () => bridge.setUsersDisabled([...ids], disabled),
          said: ({ batch }) => t(disabled ? "done.disable" : "done.enable", { count: batch.totals.saved }),
        }),
      /** Asks first whether it can go. What keeps it stands in its panel, with the way out. */
      remove: async (id: string) => {
        const keep = (refused: string) => openPanel({ kind: "detail", id, refused });
        onFailure(null);
        try {
          const check = await bridge.checkUserDelete(id);
          if (!check.deletable) return keep(check.reason ?? "");
        } catch (thrown) {
          return onFailure(failureOf(thrown));
        }
        const report = await record.run({
          call: () => bridge.deleteUser(id),
          said: (done) => t("done.deleted", { name: rowName(done) }),
        });
        const row = report?.rows[0];
        if (row === undefined) return;
        if (row.outcome !== "saved") return keep(row.failure?.message ?? "");
        dropDrafts([id]);
        const { panel } = useView.getState();
        if (panel?.kind === "detail" && panel.id === id) openPanel(null);
      },
    }),
    [bridge, record, onFailure, t],
  );
}
