/** Names the records that a list cannot show; the rest of the list stands there without them. */

import { useTranslation } from "react-i18next";
import type { UnlistedRecords } from "../../ipc";
import type { GuidePlace } from "../guide";
import { GuideLink } from "./GuideLink";
import { Note } from "./Note";
import css from "./parts.module.css";

type Props = { records: UnlistedRecords; what: "machine" | "user" | "project" | "workOrder" };

const guides: Record<Props["what"], GuidePlace> = {
  machine: "machines#unreadable",
  user: "users#unreadable",
  project: "documents#empty-list",
  workOrder: "documents#empty-list",
};

export function UnlistedNote({ records: { count, named }, what }: Props) {
  const { t } = useTranslation("common");
  if (count === 0) return null;
  const rest = count - named.length;
  return (
    <Note kind="needs">
      <b>{t(`unlisted.${what}`, { count })}</b> {t("unlisted.rest")} <GuideLink to={guides[what]} />
      <ul className={`fd-mono fd-copyable ${css.unlisted}`}>
        {named.map(({ name, path, found }) => (
          <li key={path}>{[name, path, found].filter((part) => part !== "").join(" · ")}</li>
        ))}
        {rest > 0 ? <li>{t("unlisted.more", { count: rest })}</li> : null}
      </ul>
    </Note>
  );
}
