/** Yours or what the service has now: the choice on one cell, wherever it is listed. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, PendingEdit } from "../../../ipc";
import { FailureNote } from "../../../shared/parts";
import css from "../../../shared/records/panels/panels.module.css";
import { useDecide } from "../actions/use-decide";
import { useShowing } from "../fleet/use-showing";
import type { FieldName } from "../model/fields";
import { showValue } from "../model/show";

export function Decision({ edit }: { edit: PendingEdit }) {
  const { t } = useTranslation(["machines", "records"]);
  const to = useShowing();
  const [failure, setFailure] = useState<Failure | null>(null);
  const decide = useDecide(setFailure);
  const show = (value: PendingEdit["value"]) =>
    showValue(edit.field as FieldName, value, to) || t("records:emptyValue");
  return (
    <span className={css.foot}>
      <Button onClick={() => void decide(edit.machineId, edit.field, "mine")} size="xs">
        {t("meanwhile.yours", { value: show(edit.value) })}
      </Button>
      <Button onClick={() => void decide(edit.machineId, edit.field, "theirs")} size="xs">
        {t("meanwhile.onServer", { value: show(edit.theirs) })}
      </Button>
      {failure === null ? null : <FailureNote failure={failure} />}
    </span>
  );
}
