/** Decision in a row of an import, and the way back. */

import { Button } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useKind } from "../kind";
import css from "./importing.module.css";
import type { Answer } from "./listed";

const words = {
  skipped: "import.valueSkipped",
  used: "import.valueUsed",
  created: "import.isCreated",
  taken: "import.isTaken",
} as const;

type Props = { answer: Answer; number: string; onUndo: () => void };

export function AnswerLine({ answer: { kind, field, value }, number, onUndo }: Props) {
  const { t } = useTranslation("records");
  const { t: common } = useTranslation("common");
  return (
    <span className={css.line}>
      <span className="fd-ink2">
        <FieldName field={field} />
        {t(words[kind], { value, number })}
      </span>
      <AnswerButton onAnswer={onUndo}>{common("undo")}</AnswerButton>
    </span>
  );
}

/** The field that a line is about. */
export function FieldName({ field }: { field: string | null }) {
  const { fields, useCells } = useKind();
  const { title } = useCells();
  return field !== null && fields.isKnown(field) ? `${title(field)}: ` : null;
}

/** A button whose line changes with the click: the second one of a double click is for no other. */
export function AnswerButton({ children, onAnswer }: { children: ReactNode; onAnswer: () => void }) {
  const answer = ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
    if (detail > 1) return;
    // The button goes; the keyboard stays in its row.
    currentTarget.closest("tr")?.focus({ preventScroll: true });
    onAnswer();
  };
  return (
    <Button onClick={answer} size="xs">
      {children}
    </Button>
  );
}
