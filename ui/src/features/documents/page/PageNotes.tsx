/** Lines above the files: what could not be read or done, and what a person should know before trusting the list. */

import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { failureOf, type Page } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { GuideLink, Note } from "../../../shared/parts";
import { useDesk } from "../store";
import css from "./page.module.css";
import { SaidNotes, useSaid } from "./SaidNotes";

export function PageNotes({ page }: { page: UseQueryResult<Page> }) {
  const { t } = useTranslation("documents", { keyPrefix: "notes" });
  const common = useTranslation("common").t;
  const readOnly = useDesk((state) => state.readOnly);
  const words = useFailureWords();
  const again = (
    <Button onClick={() => page.refetch()} size="compact-sm">
      {common("refresh")}
    </Button>
  );
  const { data, error } = page;
  const before = data?.emptyWhereThereWere ?? null;
  const stale = data !== undefined && error !== null ? failureOf(error) : null;
  const notes = useSaid();
  if (before === null && stale === null && notes.length === 0 && !readOnly) return null;
  return (
    <div className={css.notes}>
      {readOnly ? (
        <Note kind="plain">
          {t("readOnly")} <GuideLink to="connect#access" />
        </Note>
      ) : null}
      {before === null ? null : (
        <Note actions={again} kind="needs">
          {t("emptyWhereThereWere", { count: before })} <GuideLink to="documents#empty-list" />
        </Note>
      )}
      {stale === null ? null : (
        <Note actions={again} kind={stale.kind === "unreachable" ? "plain" : "failed"}>
          <b>{t("notRefreshed")}</b> {words(stale).sentence} {words(stale).fix}
        </Note>
      )}
      <SaidNotes />
    </div>
  );
}
