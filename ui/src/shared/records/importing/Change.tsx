/** Change of a cell by an import: the value now, the new one, and a warning for a figure that should only rise. */

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
