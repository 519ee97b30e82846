/**
 * Actions of the bars, the keys and the row menu on some machines: by panel where input is needed first, else at once.
 */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { sameIds, type Which } from "../../../shared/records/selection";
import { useGuarded } from "../../../shared/records/use-guarded";
import { tellDone } from "../../../shared/undo/store";
import { useFleet } from "../fleet/store";
import { openPanel } from "../fleet/view";
import { isEquipment } from "../model/types";
import type { Acts } from "./use-acts";

export type ActsOn = ReturnType<typeof useActsOn>;

type Ids = readonly string[];

/** `chosen`: what is ticked and shown. A panel about that follows it; one about other machines keeps its own. */
export function useActsOn(acts: Acts, chosen: () => readonly string[]) {
  const { t } = useTranslation("machines");
  const { guarded } = useGuarded();
  return useMemo(() => {
    const some = (act: (ids: Ids) => void) => (ids: Ids) => {
      if (ids.length > 0) act(ids);
    };
    /** Of equipment alone there is nothing to block or release, which is said. */
    const checkedIn = (act: (ids: Ids) => void) =>
      some((ids) => {
        const { machines } = useFleet.getState();
        const all = ids.flatMap((id) => machines.get(id) ?? []);
        if (all.length > 0 && all.every(isEquipment)) return void tellDone(t("menu.noCheckIn"));
        act(ids);
      });
    const isTicked = (ids: Ids) => sameIds(ids, chosen());
    const which = (ids: Ids): Which => (isTicked(ids) ? "ticked" : ids);
    const asked = (ids: Ids, yes: string, run: () => void) => guarded(ids.length, yes, run, isTicked(ids) ? ids : null);
    return {
      block: checkedIn((ids) => openPanel({ kind: "block", ids: which(ids) })),
      release: checkedIn((ids) =>
        asked(ids, t("bar.unblockMany", { count: ids.length }), () => void acts.release(ids)),
      ),
      fuel: some((ids) => openPanel({ kind: "fuel", ids: which(ids) })),
      edit: some((ids) => openPanel({ kind: "edit", ids: which(ids), column: null })),
      setActive: (ids: Ids, active: boolean) => {
        if (ids.length === 0) return;
        const yes = t(active ? "bar.activateMany" : "bar.deactivateMany", { count: ids.length });
        asked(ids, yes, () => void acts.setActive(ids, active));
      },
      remove: (id: string) => void acts.remove(id),
    };
  }, [acts, chosen, guarded, t]);
}
