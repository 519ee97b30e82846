/** The records that an act is about, by number and name. */

import { useTranslation } from "react-i18next";
import { useKind } from "../kind";
import css from "./panels.module.css";

/** More than are read; the rest is counted. */
const most = 200;

export function Names({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation("records");
  const { resource, useNames } = useKind();
  const named = useNames();
  if (ids.length === 0) return <p className="fd-small fd-ink2">{t(`names.none.${resource}`)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
    <ul aria-label={t(`names.label.${resource}`, { count: ids.length })} className={css.names} tabIndex={0}>
      {ids.slice(0, most).map((id) => {
        const record = named(id);
        return (
          <li key={id}>
            <b>{record?.number}</b> {record?.name}
          </li>
        );
      })}
      {ids.length > most ? <li className="fd-ink2">{t("names.more", { count: ids.length - most })}</li> : null}
    </ul>
  );
}
