/** Transfers that stand still until someone acts, as lines with the button that opens them; for other screens. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StateChip } from "../../shared/parts";
import { useTransfers } from "./queries";
import { openTransfers } from "./store";

export interface TransfersInState {
  state: "needsDecision" | "failed";
  count: number;
}

export function useTransfersNeedingAction(): TransfersInState[] {
  const { needsYou = 0, failed = 0 } = useTransfers().data ?? {};
  const both: TransfersInState[] = [
    { state: "needsDecision", count: needsYou },
    { state: "failed", count: failed },
  ];
  return both.filter(({ count }) => count > 0);
}

export function TransfersActionNeeded({ stopped: { state, count } }: { stopped: TransfersInState }) {
  const { t } = useTranslation("transfers");
  const text = t(`toAct.${state}`, { count });
  return (
    <>
      <StateChip count={count} state={state} />
      <span>{text}</span>
      <Button aria-label={`${t("toAct.show")}: ${text}`} onClick={() => openTransfers()}>
        {t("toAct.show")}
      </Button>
    </>
  );
}
