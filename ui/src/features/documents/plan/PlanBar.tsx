/** Totals as filters, and what holds for the whole plan: same name on the page, subfolders as sections. */

import { Checkbox, SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DropPlan, SameName } from "../../../ipc";
import { useFormats } from "../../../shared/use-formats";
import { TOTALS, type Total } from "./model";
import css from "./plan.module.css";
import type { PlanState } from "./use-plan";

/** Said also when there are none; the others only where they count something, or hold the list. */
const ALWAYS: readonly Total[] = ["new", "replace", "alreadyThere"];

export function PlanBar({ plan, state }: { plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const formats = useFormats();
  return (
    <div className={css.bar}>
      <div className={css.totals}>
        {TOTALS.filter((total) => ALWAYS.includes(total) || state.sums[total] > 0 || state.filter === total).map(
          (total) => (
            <button
              key={total}
              aria-pressed={state.filter === total}
              className={css.total}
              data-needs={(total === "needChoice" && state.sums[total] > 0) || undefined}
              onClick={() => state.setFilter(state.filter === total ? null : total)}
              type="button"
            >
              <b>{formats.number(state.sums[total])}</b> {t(`total.${total}`, { count: state.sums[total] })}
            </button>
          ),
        )}
      </div>
      <span className={css.spring} />
      {plan.subfolders ? (
        <Checkbox
          checked={plan.subfoldersAsSections}
          label={t("subfolders")}
          onChange={(event) => state.setSubfolders(event.currentTarget.checked)}
        />
      ) : null}
      <span className={css.same}>
        <span className="fd-small fd-ink2" id="plan-same-name">
          {t("sameNameInProject")}
        </span>
        <SegmentedControl
          aria-labelledby="plan-same-name"
          data={[
            { value: "replace", label: t("replace") },
            { value: "keepBoth", label: t("keepBoth") },
          ]}
          onChange={(value) => state.setSameName(value as SameName)}
          value={plan.sameName}
        />
      </span>
    </div>
  );
}
