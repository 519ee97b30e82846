/** What the bars, the keys and the row menu do with some machines: by panel where something is to be said first, else at once. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { openPanel } from "../fleet/view";
import type { Acts } from "./use-acts";
import { useGuarded } from "./use-guarded";

export type ActsOn = ReturnType<typeof useActsOn>;

type Ids = readonly string[];

export function useActsOn(acts: Acts) {
  const { t } = useTranslation("machines");
  const { guarded } = useGuarded();
  return useMemo(() => {
    const some = (act: (ids: Ids) => void) => (ids: Ids) => {
      if (ids.length > 0) act(ids);
    };
    return {
      block: some((ids) => openPanel({ kind: "block", ids })),
      release: some((ids) =>
        guarded(ids.length, t("bar.releaseMany", { count: ids.length }), () => void acts.release(ids)),
      ),
      fuel: some((ids) => openPanel({ kind: "fuel", ids })),
      edit: some((ids) => openPanel({ kind: "edit", ids, column: null })),
      setActive: (ids: Ids, active: boolean) => {
        const yes = t(active ? "bar.activateMany" : "bar.deactivateMany", { count: ids.length });
        guarded(ids.length, yes, () => void acts.setActive(ids, active));
      },
      remove: (id: string) => void acts.remove(id),
    };
  }, [acts, guarded, t]);
}
