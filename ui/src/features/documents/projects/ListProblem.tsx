/** State of the project list in place of rows: empty, nothing found, still reading, refused. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf, type ProjectList } from "../../../ipc";
import { FailureNote, GuideLink, Skeleton } from "../../../shared/parts";
import css from "./projects.module.css";

type Props = {
  query: { data: ProjectList | undefined; isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
  empty: boolean;
  found: number;
  searched: string;
};

export function ListProblem({ query, empty, found, searched }: Props) {
  const { t } = useTranslation("documents");
  if (query.isPending) return <Skeleton rows={14} />;
  if (query.error !== null && empty)
    return (
      <div className={css.problem}>
        <FailureNote failure={failureOf(query.error)} />
        <Button onClick={() => query.refetch()}>{t("again")}</Button>
      </div>
    );
  if (empty)
    return (
      <p className={css.empty}>
        {t("projects.none")} <GuideLink to="connect#access" />
      </p>
    );
  if (found === 0 && searched !== "") return <p className={css.empty}>{t("projects.noMatch", { searched })}</p>;
  return null;
}
