/** The kept versions of one file, newest first; open, restore, save as. */

import { useTranslation } from "react-i18next";
import { failureOf, type HistoryScope, type Target } from "../../ipc";
import { FailureNote, Skeleton } from "../../shared/parts";
import css from "./history.module.css";
import { useHistory, useVersionActs } from "./use-history";
import { VersionRow } from "./VersionRow";

export function FileVersions({ target, section, name }: { target: Target; section: string; name: string }) {
  const { t } = useTranslation("history");
  const scope: HistoryScope = { folder: null, target };
  const { data, error } = useHistory(scope, name);
  const acts = useVersionActs();
  if (data === undefined) return error === null ? <Skeleton rows={2} /> : <FailureNote failure={failureOf(error)} />;
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const versions = data.versions.filter((one) => same(one.name, name) && same(one.section, section));
  return (
    <>
      {acts.failure === null ? null : <FailureNote failure={acts.failure} />}
      {versions.length === 0 ? <p className="fd-small fd-ink2">{t("noVersions")}</p> : null}
      <ul className={css.ofFile}>
        {versions.map((version) => (
          <li className={css.ofFileRow} key={version.version}>
            <VersionRow acts={acts} scope={scope} version={version} />
          </li>
        ))}
      </ul>
    </>
  );
}
