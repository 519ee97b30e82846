/** Documents fetched back and compared byte for byte: that it goes on, and what came of it. */

import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../../ipc";
import { Note } from "../../../shared/parts";
import { useVerify } from "../store";
import css from "./files.module.css";

/** More differences than this are counted, not listed. */
const SHOWN = 8;

export function VerifyNote({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync", { keyPrefix: "verify" });
  const found = useVerify(({ verifying }) => verifying.get(folder.id));
  if (found === undefined) return null;
  if (found === "running")
    return (
      <div className={css.notes} role="status">
        <Note kind="plain">{t("running")}</Note>
      </div>
    );
  const { same, different, missing, notChecked, rows } = found;
  const bad = different + missing;
  return (
    <div className={css.notes} role="status">
      <Note kind={bad > 0 ? "needs" : "plain"}>
        {same + bad + notChecked === 0
          ? t("nothing")
          : bad + notChecked === 0
            ? t("same", { count: same })
            : t("some", { same, different, missing, notChecked })}
        {rows.slice(0, SHOWN).map(({ section, name, shownName, result }) => (
          <div key={`${section}/${name}`}>
            {shownName}: {t(result)}
          </div>
        ))}
      </Note>
    </div>
  );
}
