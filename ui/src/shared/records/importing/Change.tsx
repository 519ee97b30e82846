/** What an import makes of a cell: what stands there now, what will, and whether a figure goes down that only rises. */

import { useTranslation } from "react-i18next";
import type { ImportRow } from "../../../ipc";
import { useKind } from "../kind";
import css from "./importing.module.css";

type Props = { row: ImportRow; change: ImportRow["cells"][number] };

export function Change({ row: { action, falls }, change: { field, old, new: value } }: Props) {
  const { t } = useTranslation("records");
  const { show } = useKind().useCells();
  const before = show(field, old);
  return (
    <div className={css.change}>
      {action === "create" ? null : (
        <>
          {before === "" ? <span className="fd-ink2">{t("emptyValue")}</span> : <s className="fd-ink2">{before}</s>} →{" "}
        </>
      )}
      <b>{show(field, value)}</b>
      {falls.includes(field) ? <div className={`fd-small ${css.sinceWord}`}>{t("import.falls")}</div> : null}
    </div>
  );
}
