/** Discards the pending edits of a machine that was deleted meanwhile: no row is left to do it in. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, useBridge } from "../../../ipc";
import { FailureNote } from "../../../shared/parts";
import { changePending, useFleet } from "../fleet/store";

export function DiscardDeleted({ id }: { id: string }) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const pending = useFleet((fleet) => fleet.pending.get(id));
  const [failure, setFailure] = useState<Failure | null>(null);
  if (pending === undefined) return null;
  const drop = async () => {
    setFailure(null);
    const cells = [...pending.keys()].map((field) => ({ machineId: id, field }));
    try {
      await bridge.discardEdits(cells);
      changePending([], cells);
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  if (failure !== null) return <FailureNote failure={failure} />;
  return (
    <Button onClick={() => void drop()} size="xs">
      {t("result.removeFromList")}
    </Button>
  );
}
