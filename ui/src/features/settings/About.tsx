/** Version, diagnostics, guide. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, useBridge } from "../../ipc";
import { announce } from "../../shared/announce";
import { useAppState } from "../../shared/app-state";
import { openGuide } from "../../shared/guide";
import { FailureNote, Icon, StateText } from "../../shared/parts";
import css from "./settings.module.css";

export function About() {
  const { t } = useTranslation("settings");
  const { t: shell } = useTranslation("shell");
  const bridge = useBridge();
  const { version } = useAppState();
  const [copied, setCopied] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const copy = async () => {
    setFailure(null);
    setCopied(false);
    try {
      await bridge.copyDiagnostics();
      setCopied(true);
      announce(shell("diagnosticsCopied"));
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <>
      <p>
        <b>{t("about.version", { version })}</b> <span className="fd-ink2">{t("about.licence")}</span>
      </p>
      <p className="fd-small fd-ink2">{t("about.text")}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <div className={css.buttons}>
        <Button leftSection={<Icon name="copy" />} onClick={() => void copy()}>
          {t("about.copy")}
        </Button>
        <Button leftSection={<Icon name="help" />} onClick={() => openGuide("settings#diagnostics")}>
          {t("about.guide")}
        </Button>
        {copied ? <StateText state="sent">{t("about.copied")}</StateText> : null}
      </div>
    </>
  );
}
