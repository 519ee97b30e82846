/** The files and documents that have one name, side by side: where each is, how large, from when. */

import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DropPlan, PlanRow } from "../../../ipc";
import { useFormats } from "../../../shared/use-formats";
import css from "./compare.module.css";
import { sameNames } from "./model";
import type { PlanState } from "./use-plan";

export function Compare({ plan, state }: { plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.compare" });
  const row = state.compared;
  return (
    <Modal
      onClose={() => state.compare(null)}
      opened={row !== null}
      size="44rem"
      title={row === null ? "" : t("title", { name: row.shownName })}
      transitionProps={{ duration: 0 }}
    >
      {row === null ? null : <Sides plan={plan} row={row} state={state} />}
    </Modal>
  );
}

function Sides({ plan, row, state }: { plan: DropPlan; row: PlanRow; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.compare" });
  const formats = useFormats();
  const size = (bytes: number | null) => (bytes === null ? t("notKnown") : formats.bytes(bytes));
  const target = plan.place?.target;
  return (
    <table className={css.compare}>
      <thead>
        <tr>
          <th scope="col">{t("where")}</th>
          <th scope="col">{t("size")}</th>
          <th scope="col">{t("when")}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {sameNames(plan.rows, row).map((each) => (
          <tr key={each.rowId}>
            <th scope="row">{each.folder === null ? t("file") : t("inFolder", { folder: each.folder })}</th>
            <td>{size(each.sizeBytes)}</td>
            <td>{each.modified === null ? t("notKnown") : t("saved", { time: formats.moment(each.modified) })}</td>
            <td>
              <Button onClick={() => void state.openFile(each)} size="compact-sm">
                {t("open")}
              </Button>
            </td>
          </tr>
        ))}
        {target === undefined
          ? null
          : [...row.onPage, ...(row.newer === null ? [] : [row.newer])].map((document) => (
              <tr key={document.id}>
                <th scope="row">
                  {document === row.newer ? t("inProjectAs", { name: document.name }) : t("inProject")}
                </th>
                <td>{size(document.sizeBytes)}</td>
                <td>
                  {document.sentAt === null
                    ? t("uploadedElsewhere")
                    : document.savedAt === null
                      ? t("uploaded", { time: formats.moment(document.sentAt) })
                      : t("saved", { time: formats.moment(document.savedAt) })}
                </td>
                <td>
                  <Button onClick={() => void state.openDocument(target, document.id)} size="compact-sm">
                    {t("open")}
                  </Button>
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}
