/** First start and Connect: two ways in, then the form with its check. Stands alone in the window. */

import { Button, Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type Settings, useBridge } from "../../ipc";
import { useAppState, useChangeSettings } from "../../shared/app-state";
import { openGuide } from "../../shared/guide";
import { languageName, languages } from "../../shared/i18n";
import { FailureNote, Icon, Mark } from "../../shared/parts";
import { tellDone } from "../../shared/undo/store";
import { askUnsaved } from "../../shared/unsaved";
import { Connect } from "./Connect";
import css from "./connect.module.css";
import { FirstStart } from "./FirstStart";

export function ConnectScreen() {
  const { t, i18n } = useTranslation("connect");
  const { t: shell } = useTranslation("shell");
  const bridge = useBridge();
  const navigate = useNavigate();
  const { edit, form } = useSearch({ from: "/connect" });
  const { connections } = useAppState();
  const changeSettings = useChangeSettings();
  const languageLabel = useId();
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const edited = connections.find(({ name }) => name === edit) ?? null;
  const openDesk = () => void navigate({ to: "/documents" });
  const openForm = () => void navigate({ to: "/connect", search: { form: true } });
  const trySample = async () => {
    setStarting(true);
    setFailure(null);
    try {
      await bridge.startSampleData();
      openDesk();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setStarting(false);
    }
  };
  const sample = () => askUnsaved("connection", () => void trySample());
  const copyDiagnostics = async () => {
    await bridge.copyDiagnostics();
    tellDone(shell("diagnosticsCopied"));
  };
  const back = connections.length > 0 ? openDesk : form ? () => void navigate({ to: "/connect" }) : null;

  return (
    <div className={css.window}>
      <header className={css.head}>
        {back === null ? null : (
          <Button leftSection={<Icon name="left" />} onClick={back} size="xs" variant="subtle">
            {t("back")}
          </Button>
        )}
        <Mark size={30} />
        <b className="fd-title">Fielddesk</b>
        <span className={css.spring} />
        <div className={css.language}>
          <span className="fd-small fd-ink2" id={languageLabel}>
            {t("language")}
          </span>
          <Select
            aria-labelledby={languageLabel}
            data={languages.map((value) => ({ value, label: languageName(value) }))}
            onChange={(language) => changeSettings({ language: language as Settings["language"] })}
            size="sm"
            value={i18n.language}
            w="10.5rem"
          />
        </div>
      </header>
      <main className={css.body} tabIndex={-1}>
        {failure === null ? null : (
          <div className={css.failure}>
            <FailureNote failure={failure} />
          </div>
        )}
        {form || edited !== null ? (
          <Connect edited={edited} key={edited?.name ?? ""} onConnected={openDesk} onSample={sample} />
        ) : (
          <FirstStart onConnect={openForm} onSample={sample} starting={starting} />
        )}
      </main>
      <footer className={css.foot}>
        {connections.length > 0 ? null : <span className="fd-small fd-ink2">{t("foot")}</span>}
        <span className={css.spring} />
        <button className={css.link} onClick={() => openGuide("connect")} type="button">
          {t("guide")}
        </button>
        <button className={css.link} onClick={() => void copyDiagnostics()} type="button">
          {shell("copyDiagnostics")}
        </button>
      </footer>
    </div>
  );
}
