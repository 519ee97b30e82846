/** Value typed in place of one that cannot be used. */

import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AnswerButton } from "./AnswerLine";

/** `text`: the value of the file. */
export function Correction({ text, onAnswer }: { text: string; onAnswer: (text: string) => void }) {
  const { t } = useTranslation("records");
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = typed !== null;
  useEffect(() => {
    if (!isOpen) return;
    field.current?.focus();
    field.current?.select();
  }, [isOpen]);
  if (typed === null) return <AnswerButton onAnswer={() => setTyped(text)}>{t("import.correct")}</AnswerButton>;
  const value = typed.trim();
  const isNew = value !== "" && value !== text.trim();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter" && !isNew) return;
    // The field goes; the keyboard stays in its row.
    event.currentTarget.closest("tr")?.focus({ preventScroll: true });
    if (event.key === "Enter") onAnswer(value);
    else setTyped(null);
  };
  return (
    <>
      <TextInput
        aria-label={t("import.correctValue")}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        ref={field}
        size="xs"
        value={typed}
      />
      {isNew ? <AnswerButton onAnswer={() => onAnswer(value)}>{t("import.use", { value })}</AnswerButton> : null}
    </>
  );
}
