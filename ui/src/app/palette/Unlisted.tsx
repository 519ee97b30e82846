/** Names the projects whose documents this computer has never listed: their files cannot be found here. */

import { useTranslation } from "react-i18next";
import type { SearchResults } from "../../ipc";
import { Icon } from "../../shared/parts";
import css from "./palette.module.css";

export function Unlisted({ results }: { results: SearchResults | undefined }) {
  const { t } = useTranslation("shell", { keyPrefix: "palette" });
  if (results === undefined || results.neverListedTotal === 0) return null;
  const more = results.neverListedTotal - results.neverListed.length;
  const names = results.neverListed.join(", ");
  const projects = more > 0 ? t("unlistedMore", { names, count: more }) : names;
  return (
    <p className={`fd-small fd-ink2 ${css.unlisted}`}>
      <Icon name="info" size={15} />
      <span>{t("unlisted", { projects })}</span>
    </p>
  );
}
