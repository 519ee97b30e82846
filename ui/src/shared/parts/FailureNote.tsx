/** A refused command, in words, in the place that failed. */

import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../ipc";
import { useFailureWords } from "../error-messages";
import { guideOfFailure } from "../guide";
import { GuideLink } from "./GuideLink";
import { Icon } from "./Icon";
import { Note } from "./Note";
import css from "./parts.module.css";

type Props = {
  failure: Failure;
  actions?: ReactNode;
  /** It was read: a button takes the note away. */
  onClose?: () => void;
};

export function FailureNote({ failure, actions, onClose }: Props) {
  const { t } = useTranslation("common");
  const words = useFailureWords()(failure);
  const guide = guideOfFailure(failure);
  return (
    <Note
      actions={
        onClose === undefined ? (
          actions
        ) : (
          <>
            {actions}
            <ActionIcon aria-label={t("close")} onClick={onClose}>
              <Icon name="close" size={16} />
            </ActionIcon>
          </>
        )
      }
      kind="failed"
    >
      <b>{words.sentence}</b> {words.fix} {guide === null ? null : <GuideLink to={guide} />}
      {words.small === "" ? null : <span className={`fd-mono fd-copyable ${css.small}`}>{words.small}</span>}
    </Note>
  );
}
