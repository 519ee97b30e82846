/** Files that look like another project's: said, with a plan of their own for them. What is next is said too. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type DropPlan, keys, useBridge } from "../../../ipc";
import { Note } from "../../../shared/parts";
import { useDesk } from "../store";
import css from "./plan.module.css";
import type { PlanState } from "./use-plan";

export function OtherProjectNote({ plan, state }: { plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.otherProject" });
  const bridge = useBridge();
  const next = useDesk(({ nextPlans }) => nextPlans[0]);
  const { data: other = null } = useQuery({
    queryKey: keys.otherProject(plan.planId, plan.place?.target ?? null),
    queryFn: () => bridge.otherProject(plan.planId),
    gcTime: 0,
  });
  const ids = new Set(other?.rowIds);
  const rows = plan.rows.filter(({ rowId, why }) => ids.has(rowId) && why.reason !== "chosen");
  const count = rows.length;
  return (
    <>
      {other === null || count === 0 ? null : (
        <Note
          actions={
            count === plan.rows.length ? (
              <Button onClick={() => void state.retarget(other.target)} size="xs">
                {t("switch", { number: other.number })}
              </Button>
            ) : (
              <Button onClick={() => void state.split(rows, other.target)} size="xs">
                {t("split", { count, number: other.number })}
              </Button>
            )
          }
          kind="info"
        >
          {t(other.reason, { count, place: [other.number, other.name].filter(Boolean).join(" ") })}
        </Note>
      )}
      {next?.place ? (
        <p className={`fd-small fd-ink2 ${css.nextPlan}`}>
          {t("next", { count: next.rows.length, number: next.place.projectNumber })}
        </p>
      ) : null}
    </>
  );
}
