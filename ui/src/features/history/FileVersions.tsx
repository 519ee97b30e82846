/** The kept versions of one file, newest first; open, restore, save as. */

import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type HistoryScope, type KeptVersion, type Target } from "../../ipc";
import { FailureNote, Skeleton } from "../../shared/parts";
import { useHeld } from "../../shared/parts/use-held";
import css from "./history.module.css";
import { everything, useHistory, useVersionActs, type VersionActs } from "./use-history";
import { useVersionMenu } from "./use-version-menu";
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
      {data.versions.length === 0 ? (
        <p className="fd-small fd-ink2">{t("noVersions")}</p>
      ) : (
        <Rows acts={acts} of={data.of} scope={scope} versions={data.versions} />
      )}
    </>
  );
}

type RowsProps = { versions: readonly KeptVersion[]; of: string; scope: HistoryScope; acts: VersionActs };

function Rows({ versions, of, scope, acts }: RowsProps) {
  const box = useRef<HTMLUListElement>(null);
  const { menu, handlers: menuOf } = useVersionMenu(acts);
  const { items, gone, handlers } = useHeld(versions, ({ version }) => version, of, box);
  return (
    <>
      {menu}
      <ul className={css.ofFile} ref={box} {...handlers}>
        {items.map((version) => (
          <li className={css.ofFileRow} key={version.version} {...menuOf(version, gone(version))}>
            <VersionRow acts={acts} gone={gone(version)} scope={scope} version={version} />
          </li>
        ))}
      </ul>
    </>
  );
}
