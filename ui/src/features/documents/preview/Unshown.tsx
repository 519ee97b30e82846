/** Reason for a missing preview: the document, or the way to it. Opening it is one press away. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../ipc";
import { FailureNote, Note } from "../../../shared/parts";
import { problemOf } from "../../../shared/preview";

type Props = { name: string; thrown: unknown; onAgain: () => void; onOpen: () => void };

export function Unshown({ name, thrown, onAgain, onOpen }: Props) {
  const { t } = useTranslation("documents");
  const { t: of } = useTranslation("common", { keyPrefix: "preview" });
  const problem = problemOf(thrown);
  const open = (
    <Button onClick={onOpen} size="compact-sm">
      {t("selection.open")}
    </Button>
  );
  if (problem !== null)
    return (
      <Note actions={open} kind="info">
        {of(problem, { name })}
      </Note>
    );
  const actions = (
    <>
      <Button onClick={onAgain} size="compact-sm">
        {t("again")}
      </Button>
      {open}
    </>
  );
  return <FailureNote actions={actions} failure={failureOf(thrown)} />;
}
