/** State of a page in place of files: still reading, refused, empty, or nothing that matches. */

import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { failureOf, type Page } from "../../../ipc";
import { Empty, FailureNote, GuideLink, Icon, Skeleton } from "../../../shared/parts";
import type { Files } from "../files/use-files";
import { useDesk } from "../store";
import css from "./page.module.css";

type Props = { page: UseQueryResult<Page>; files: Files; empty: boolean; onSend: () => void };

export function PageState({ page, files, empty, onSend }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "project" });
  const common = useTranslation("common").t;
  const readOnly = useDesk((state) => state.readOnly);
  if (page.data === undefined && page.error !== null)
    return (
      <div className={css.state}>
        <FailureNote
          actions={
            <Button onClick={() => page.refetch()} size="compact-sm">
              {common("tryAgain")}
            </Button>
          }
          failure={failureOf(page.error)}
        />
      </div>
    );
  if (page.data === undefined)
    return (
      <div className={css.state}>
        <Skeleton rows={16} />
      </div>
    );
  if (empty)
    return (
      <Empty
        action={
          readOnly ? undefined : (
            <Button leftSection={<Icon name="send" />} onClick={onSend}>
              {t("upload")}
            </Button>
          )
        }
        title={t(page.data.target.workOrder === null ? "empty" : "emptyWorkOrder")}
      >
        {readOnly ? undefined : t("emptyMore")} <GuideLink to="documents#upload" />
      </Empty>
    );
  return (
    <Empty action={<Button onClick={files.clearFilters}>{t("clearFilters")}</Button>} title={t("noMatch")}>
      {t("hidden", { count: files.numbers.all })}
    </Empty>
  );
}
