/** Takes whatever the administrator sent and fills the fields. The text goes to the desktop side and is not kept here. */

import { Button, Textarea } from "@mantine/core";
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Pasted, useBridge } from "../../ipc";
import { announce } from "../../shared/announce";
import { StateIcon } from "../../shared/parts";
import css from "./connect.module.css";
import { type FieldName, recognised } from "./model";

type Seen = { kind: "found"; words: string } | { kind: "both"; all: Pasted[] } | { kind: "nothing" } | null;

type Props = {
  /** `all` is what the text has for each environment. */
  onPasted: (pasted: Pasted, all: Pasted[]) => void;
  /** Required fields that are empty. */
  missing: readonly FieldName[];
  /** Enter, once the fields are filled in. */
  onCheck: () => void;
};

export function PasteBox({ onPasted, missing, onCheck }: Props) {
  const { t } = useTranslation("connect");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const [seen, setSeen] = useState<Seen>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const wordsOf = (fields: readonly FieldName[]) =>
    [...new Set(fields.map((field) => t(`paste.fields.${field}` as "paste.fields.name")))].join(", ");
  const read = async (text: string) => {
    if (text.trim() === "") return;
    const all = await bridge.readPasted(text).catch((): Pasted[] => []);
    const first = all[0];
    if (first === undefined || recognised(first).length === 0) {
      setSeen({ kind: "nothing" });
      announce(t("paste.nothing"));
    } else if (all.length > 1) {
      setSeen({ kind: "both", all });
      announce(t("paste.choose"));
    } else take(first, all);
  };
  const take = (pasted: Pasted, all: Pasted[]) => {
    onPasted(pasted, all);
    const words = wordsOf(recognised(pasted));
    setSeen({ kind: "found", words });
    announce(t("paste.found", { words }));
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
    else if (seen?.kind === "found") onCheck();
  };

  return (
    <div className={css.paste}>
      <Textarea
        autoComplete="off"
        description={seen === null ? t("paste.help") : undefined}
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
      {seen?.kind === "both" ? (
        <fieldset className={css.both}>
          <legend className="fd-caption">{t("paste.choose")}</legend>
          {seen.all.map((pasted) =>
            pasted.environment === null ? null : (
              <Button
                key={pasted.environment}
                onClick={() => {
                  take(pasted, seen.all);
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
      {seen?.kind === "found" ? (
        <p className={`fd-caption ${css.found}`}>
          <StateIcon size={14} state={missing.length === 0 ? "listed" : "needsDecision"} />
          {t("paste.found", { words: seen.words })}{" "}
          {missing.length === 0 ? t("paste.enter") : t("paste.missing", { words: wordsOf(missing) })}
        </p>
      ) : null}
      {seen?.kind === "nothing" ? (
        <p className={`fd-caption ${css.nothing}`}>
          <StateIcon size={14} state="needsDecision" />
          {t("paste.nothing")}
        </p>
      ) : null}
    </div>
  );
}
