/** The kept versions of one file, newest first; open, restore, save as. */

import { useTranslation } from "react-i18next";
import { failureOf, type HistoryScope, type Target } from "../../ipc";
import { FailureNote, Skeleton } from "../../shared/parts";
import css from "./history.module.css";
import { everything, useHistory, useVersionActs } from "./use-history";
import { VersionRow } from "./VersionRow";

export function FileVersions({ target, section, name }: { target: Target; section: string; name: string }) {
  const { t } = useTranslation("history");
  const scope: HistoryScope = { ...everything, target, section, name };
  const { data, error } = useHistory(scope, "");
  const acts = useVersionActs();
  if (data === undefined) return error === null ? <Skeleton rows={2} /> : <FailureNote failure={failureOf(error)} />;
  return (
    <>
      {acts.failure === null ? null : <FailureNote failure={acts.failure} />}
      {data.versions.length === 0 ? <p className="fd-small fd-ink2">{t("noVersions")}</p> : null}
      <ul className={css.ofFile}>
        {data.versions.map((version) => (
          <li className={css.ofFileRow} key={version.version}>
            <VersionRow acts={acts} scope={scope} version={version} />
          </li>
        ))}
      </ul>
    </>
  );
}
