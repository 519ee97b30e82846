/** A refused command, in words, in the place that failed. */

import type { ReactNode } from "react";
import type { Failure } from "../../ipc";
import { useFailureWords } from "../error-messages";
import { guideOfFailure } from "../guide";
import { GuideLink } from "./GuideLink";
import { Note } from "./Note";
import css from "./parts.module.css";

type Props = {
  failure: Failure;
  actions?: ReactNode;
  /** Runs when the note is closed; a button is shown for it. */
  onClose?: () => void;
  /** True for an act that is sent again only when it is asked for: retries are not mentioned. */
  once?: boolean;
};

export function FailureNote({ failure, actions, onClose, once = false }: Props) {
  const words = useFailureWords()(failure);
  const guide = guideOfFailure(failure);
  return (
    <Note actions={actions} kind="failed" onClose={onClose}>
      <b>{words.sentence}</b> {once && failure.kind === "unreachable" ? null : words.fix}{" "}
      {guide === null ? null : <GuideLink to={guide} />}
      {words.small === "" ? null : <span className={`fd-mono fd-copyable ${css.small}`}>{words.small}</span>}
    </Note>
  );
}
