/** Lines above the files: what could not be read or done, and what a person should know before trusting the list. */

import { ActionIcon, Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { failureOf, type Page } from "../../../ipc";
import { useFailureWords } from "../../../shared/failure-words";
import { Icon, Note } from "../../../shared/parts";
import { type Said, type Trouble, useDesk } from "../store";
import css from "./page.module.css";

export function PageNotes({ page }: { page: UseQueryResult<Page> }) {
  const { t } = useTranslation("documents", { keyPrefix: "notes" });
  const common = useTranslation("common").t;
  const { said, untell, readOnly } = useDesk();
  const words = useFailureWords();
  const again = (
    <Button onClick={() => page.refetch()} size="compact-sm">
      {common("readAgain")}
    </Button>
  );
  const { data, error } = page;
  const before = data?.emptyWhereThereWere ?? null;
  const stale = data !== undefined && error !== null ? failureOf(error) : null;
  const notes = said.filter(
    (each) => !(readOnly && each.kind === "trouble" && each.trouble.failure.kind === "readOnlyClient"),
  );
  if (before === null && stale === null && notes.length === 0 && !readOnly) return null;
  return (
    <div className={css.notes}>
      {readOnly ? <Note kind="plain">{t("readOnly")}</Note> : null}
      {before === null ? null : (
        <Note actions={again} kind="needs">
          {t("emptyWhereThereWere", { count: before })}
        </Note>
      )}
      {stale === null ? null : (
        <Note actions={again} kind={stale.kind === "unreachable" ? "plain" : "failed"}>
          <b>{t("notReadAgain")}</b> {words(stale).sentence} {words(stale).fix}
        </Note>
      )}
      {notes.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: at most four lines, newest first, without an identity of their own
        <SaidNote key={index} onClose={() => untell(each)} said={each} />
      ))}
    </div>
  );
}

function SaidNote({ said, onClose }: { said: Said; onClose: () => void }) {
  const { t } = useTranslation("documents", { keyPrefix: "notes" });
  const common = useTranslation("common").t;
  const close = (
    <ActionIcon aria-label={common("close")} onClick={onClose} size="1.5rem">
      <Icon name="close" size={14} />
    </ActionIcon>
  );
  if (said.kind === "shownInFolder")
    return (
      <Note actions={close} kind="info">
        {t("shownInFolder", { name: said.name })}
      </Note>
    );
  return (
    <Note actions={close} kind="failed">
      <TroubleWords trouble={said.trouble} />
    </Note>
  );
}

function TroubleWords({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation("documents", { keyPrefix: "notes.not" });
  const words = useFailureWords()(trouble.failure);
  const { names } = trouble;
  return (
    <>
      <b>{t(trouble.act, { count: Math.max(1, names.length), name: names[0] ?? "" })}</b> {words.sentence} {words.fix}
      {words.small === "" ? null : <span className={`fd-mono fd-copyable ${css.small}`}>{words.small}</span>}
    </>
  );
}
