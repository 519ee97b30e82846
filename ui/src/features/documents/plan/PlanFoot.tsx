/** The foot of a plan: who will see it, and the one button that names the effect and the number. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DropPlan } from "../../../ipc";
import { useConnection, useKeptUntil } from "../../../shared/app-state";
import { shortcutLabel } from "../../../shared/keyboard";
import { Icon, Keys, useFoot, useProduction } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useKnownWorkOrders } from "../queries";
import { totalOf } from "./model";
import css from "./plan.module.css";
import type { PlanState } from "./use-plan";

/** The number of the work order or the project that the files go to. */
function usePlaceName({ place }: DropPlan): string {
  const orders = useKnownWorkOrders().data;
  if (place === null) return "";
  const order = orders?.find(({ id }) => id === place.target.workOrder);
  return place.target.workOrder === null ? place.projectNumber : (order?.number ?? place.title);
}

export function PlanFoot({ plan, state, onCancel }: { plan: DropPlan; state: PlanState; onCancel: () => void }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const production = useProduction();
  const foot = useFoot<HTMLElement>();
  const formats = useFormats();
  const connection = useConnection();
  const count = state.chosen.length;
  const replaced = state.chosen.filter((row) => totalOf(row, state.ticks) === "replace").length;
  const until = useKeptUntil();
  const place = usePlaceName(plan);
  const seen = connection?.sampleData ? "seenSample" : connection?.environment === "test" ? "seenTest" : "seen";
  return (
    <footer className={css.foot} ref={foot}>
      <Icon className="fd-ink3" name="info" size={18} />
      <p className="fd-small fd-ink2">
        {t(seen)}
        {replaced > 0 ? (
          <>
            <br />
            {t("replacedKept", { count: replaced, date: formats.date(until) })}
          </>
        ) : null}
      </p>
      <span className={css.spring} />
      <span className={`fd-small fd-ink2 ${css.escape}`}>
        <Keys>Esc</Keys> {t("escape")}
      </span>
      <Button onClick={onCancel}>{t("cancel")}</Button>
      <Button
        data-explains={count === 0 || plan.place === null || undefined}
        leftSection={<Icon name="send" />}
        loading={state.sending}
        onClick={() => void state.send()}
        title={shortcutLabel("mainButton")}
        variant={count === 0 || plan.place === null ? "default" : "filled"}
        {...production}
      >
        {plan.place === null ? t("chooseProject") : count === 0 ? t("nothingTicked") : t("upload", { count, place })}
      </Button>
    </footer>
  );
}
