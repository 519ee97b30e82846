/** Takes whatever the administrator sent and fills the fields. The text goes to the desktop side and is not kept here. */

import { Button, Textarea } from "@mantine/core";
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Pasted, useBridge } from "../../ipc";
import { announce } from "../../shared/announce";
import { StateIcon } from "../../shared/parts";
import css from "./connect.module.css";
import { type FieldName, recognised } from "./model";

type Props = {
  /** The fields that the text has, for each environment. */
  all: readonly Pasted[];
  /** The part of it that is in the form; none while the environment is to be chosen. */
  taken: Pasted | null;
  onRead: (all: Pasted[]) => void;
  onTake: (pasted: Pasted) => void;
  /** Required fields that are empty. */
  missing: readonly FieldName[];
  /** Enter, once the fields are filled in. */
  onCheck: () => void;
};

export function PasteBox({ all, taken, onRead, onTake, missing, onCheck }: Props) {
  const { t } = useTranslation("connect");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const [foundNothing, setFoundNothing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const firstChoice = useRef<HTMLButtonElement>(null);
  const isOpen = taken === null && all.length > 1;

  const wordsOf = (fields: readonly FieldName[]) =>
    [...new Set(fields.map((field) => t(`paste.fields.${field}` as "paste.fields.name")))].join(", ");
  const read = async (text: string) => {
    if (text.trim() === "") return;
    const read = await bridge.readPasted(text).catch((): Pasted[] => []);
    const [first] = read;
    const nothing = first === undefined || recognised(first).length === 0;
    setFoundNothing(nothing);
    onRead(nothing ? [] : read);
    if (nothing) announce(t("paste.nothing"));
    else if (read.length > 1) announce(t("paste.choose"));
    else announce(t("paste.found", { words: wordsOf(recognised(first)) }));
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    event.preventDefault();
    void read(event.clipboardData.getData("text"));
  };
  // Typed or dropped text is read on leaving or Enter, and not kept: there may be a secret in it.
  const readField = (field: HTMLTextAreaElement) => {
    const text = field.value;
    field.value = "";
    void read(text);
  };
  const onBlur = (event: FocusEvent<HTMLTextAreaElement>) => readField(event.target);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (event.currentTarget.value.trim() !== "") readField(event.currentTarget);
    else if (isOpen) firstChoice.current?.focus();
    else if (taken !== null) onCheck();
  };

  return (
    <div className={css.paste}>
      <Textarea
        autoComplete="off"
        description={all.length === 0 && !foundNothing ? t("paste.help") : undefined}
        inputWrapperOrder={["label", "input", "description"]}
        label={t("paste.label")}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={t("paste.placeholder")}
        ref={field}
        rows={1}
        spellCheck={false}
      />
      {isOpen ? (
        <fieldset className={css.both}>
          <legend className="fd-caption">{t("paste.choose")}</legend>
          {inOrder(all).map((pasted, at) =>
            pasted.environment === null ? null : (
              <Button
                key={pasted.environment}
                ref={at === 0 ? firstChoice : undefined}
                onClick={() => {
                  onTake(pasted);
                  // The button goes, and Enter checks from the field.
                  field.current?.focus();
                }}
                size="xs"
              >
                {t("paste.use", { environment: common(`environment.${pasted.environment}`) })}
              </Button>
            ),
          )}
        </fieldset>
      ) : null}
      {taken !== null ? (
        <p className={`fd-caption ${css.found}`}>
          <StateIcon size={14} state={missing.length === 0 ? "listed" : "needsDecision"} />
          {t("paste.found", { words: wordsOf(recognised(taken)) })}{" "}
          {missing.length === 0 ? t("paste.enter") : t("paste.missing", { words: wordsOf(missing) })}
        </p>
      ) : null}
      {foundNothing ? (
        <p className={`fd-caption ${css.nothing}`}>
          <StateIcon size={14} state="needsDecision" />
          {t("paste.nothing")}
        </p>
      ) : null}
    </div>
  );
}

/** Production first, as in the form below. */
function inOrder(all: readonly Pasted[]): Pasted[] {
  return all.toSorted((a, b) => Number(a.environment === "test") - Number(b.environment === "test"));
}
