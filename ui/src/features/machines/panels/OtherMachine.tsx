/** The ways on from a number that another machine has, or has but for zeros and the form of its characters. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CellProblem } from "../../../ipc";
import css from "../../../shared/records/panels/panels.module.css";
import { openPanel } from "../fleet/view";

/** `onMeant`: the number is that of another machine all the same. */
export function OtherMachine({ problem, onMeant }: { problem: CellProblem; onMeant: () => void }) {
  const { t } = useTranslation(["machines", "records"]);
  const other = problem.params.id;
  return (
    <>
      {other === undefined ? null : (
        <Button className={css.own ?? ""} onClick={() => openPanel({ kind: "detail", id: other })} size="xs">
          {t("openOther")}
        </Button>
      )}
      {problem.code === "sameNumberOtherwise" ? (
        <Button className={css.own ?? ""} onClick={onMeant} size="xs">
          {t("records:anotherRecord.machines")}
        </Button>
      ) : null}
    </>
  );
}
