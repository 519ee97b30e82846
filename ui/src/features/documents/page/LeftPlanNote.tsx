/** The plan that was left, for as long as it is kept: nothing of it was uploaded, and it can be reviewed again. */

import { ActionIcon, Button } from "@mantine/core";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import { usePlanActs } from "../mutations";
import { type LeftPlan, setLeftPlans } from "../store";
import { useLeftWords } from "../use-left-words";
import css from "./page.module.css";

export function LeftPlanNote({ left }: { left: LeftPlan }) {
  const { planId, until } = left;
  const words = useLeftWords();
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const common = useTranslation("common").t;
  const { reopen } = usePlanActs();
  const forget = useCallback(() => setLeftPlans((plans) => plans.filter((each) => each.planId !== planId)), [planId]);
  useEffect(() => {
    const over = setTimeout(forget, Math.max(0, until - Date.now()));
    return () => clearTimeout(over);
  }, [until, forget]);
  return (
    <div className={css.leftPlan}>
      <Icon name="info" size={16} />
      <span className={css.leftWords}>{words(left)}</span>
      <Button onClick={() => void reopen(left)} size="compact-sm">
        {t("reviewAgain")}
      </Button>
      <ActionIcon aria-label={common("close")} onClick={forget} size="1.5rem">
        <Icon name="close" size={14} />
      </ActionIcon>
    </div>
  );
}
