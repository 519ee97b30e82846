/** The client secret: typed or pasted, never shown again. What is typed is only in the input itself. */

import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useAppState } from "../../shared/app-state";
import css from "./connect.module.css";
import type { SecretState, SignIn } from "./model";

type Props = {
  secret: SecretState;
  signIn: SignIn;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
  onPasteAgain: () => void;
};

export function SecretField({ secret, signIn, inputRef, error, onPasteAgain }: Props) {
  const { t } = useTranslation("connect");
  const { platform, keyringAvailable } = useAppState();
  const typed = secret.kind === "typed";
  const again = (
    <button className={css.link} onClick={onPasteAgain} type="button">
      {t("pasteAgain")}
    </button>
  );
  return (
    <TextInput
      accessKey="s"
      autoComplete="off"
      // A second element, so that what was typed leaves the document when it is replaced.
      key={typed ? `typed ${signIn}` : "kept"}
      description={keyringAvailable ? t(`keptIn.${platform}`) : t("keptIn.nowhere")}
      error={error}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t(signIn === "token" ? "token" : "secret")}
      name="secret"
      placeholder={typed ? t("secretPlaceholder") : undefined}
      ref={inputRef}
      rightSection={typed ? undefined : again}
      rightSectionWidth="8rem"
      spellCheck={false}
      type="password"
      {...(typed
        ? { defaultValue: "" }
        : {
            value: "················",
            readOnly: true,
            "aria-label": t(signIn === "token" ? "tokenIs.stored" : `secretIs.${secret.kind}`),
          })}
    />
  );
}
