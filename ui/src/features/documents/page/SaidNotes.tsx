/** Notes on actions that failed or need attention. Lines stay until closed, or the next act. */

import { useTranslation } from "react-i18next";
import { useFailureWords } from "../../../shared/error-messages";
import { Note } from "../../../shared/parts";
import { type Said, type Trouble, useDesk } from "../store";
import css from "./page.module.css";

/** The lines to show: once the client is known to be read-only, that is said once, not for every file. */
export function useSaid(): Said[] {
  const { said, readOnly } = useDesk();
  return said.filter(
    (each) => !(readOnly && each.kind === "trouble" && each.trouble.failure.kind === "readOnlyClient"),
  );
}

export function SaidNotes() {
  const untell = useDesk((state) => state.untell);
  return useSaid().map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: at most four lines, newest first, without an identity of their own
    <SaidNote key={index} onClose={() => untell(each)} said={each} />
  ));
}

function SaidNote({ said, onClose }: { said: Said; onClose: () => void }) {
  const { t } = useTranslation("documents", { keyPrefix: "notes" });
  if (said.kind === "shownInFolder")
    return (
      <Note kind="info" onClose={onClose}>
        {t("shownInFolder", { name: said.name })}
      </Note>
    );
  return (
    <Note kind="failed" onClose={onClose}>
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
