/** The files and documents that have one name, side by side: where each is, how large, from when. */

import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DropPlan, OnPage, PlanRow } from "../../../ipc";
import { inSentence } from "../../../shared/formats";
import { FailureNote } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import css from "./compare.module.css";
import { isOfSeveral } from "./decisions";
import { sameNames } from "./model";
import type { PlanState } from "./use-plan";

export function Compare({ plan, state }: { plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.compare" });
  const row = state.compared;
  return (
    <Modal
      onClose={() => state.compare(null)}
      opened={row !== null}
      // The list has the keyboard then: in the button of a row the next Esc would only leave that row.
      returnFocus={false}
      size="44rem"
      title={row === null ? "" : t("title", { name: row.shownName })}
      transitionProps={{ duration: 0 }}
    >
      {state.failure === null ? null : <FailureNote failure={state.failure} />}
      {row === null ? null : <Sides plan={plan} row={row} state={state} />}
    </Modal>
  );
}

function Sides({ plan, row, state }: { plan: DropPlan; row: PlanRow; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.compare" });
  const formats = useFormats();
  const size = (bytes: number | null) => (bytes === null ? t("notKnown") : formats.bytes(bytes));
  const time = (at: string) => inSentence(formats.moment(at));
  /** Where a document is, with the number that the answers have for it. */
  const where = (document: OnPage) => {
    if (document === row.newer) return t("inProjectAs", { name: document.name });
    return isOfSeveral(row) ? t("inProjectOf", { number: row.onPage.indexOf(document) + 1 }) : t("inProject");
  };
  const when = ({ sentAt, savedAt }: OnPage) => {
    if (sentAt === null) return t("uploadedElsewhere");
    const uploaded = t("uploaded", { time: time(sentAt) });
    return savedAt === null ? uploaded : `${uploaded} · ${t("saved", { time: time(savedAt) })}`;
  };
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
            <td>{each.modified === null ? t("notKnown") : t("saved", { time: time(each.modified) })}</td>
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
                <th scope="row">{where(document)}</th>
                <td>{size(document.sizeBytes)}</td>
                <td>{when(document)}</td>
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
