/** A person's own ignore rules: tried on what the folders hold now, and only then in force. */

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, failureOf, type RuleTrial, useBridge } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { FailureNote, Note, StateText } from "../../../shared/parts";
import css from "../settings.module.css";
import { useFolderSettings } from "./use-folder-settings";

export function OwnRules() {
  const { t } = useTranslation("settings", { keyPrefix: "folders.rules" });
  const bridge = useBridge();
  const { settings, set, failure, busy } = useFolderSettings();
  const [typed, setTyped] = useState<string | null>(null);
  const [trials, setTrials] = useState<RuleTrial[] | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [saved, setSaved] = useState(false);
  if (settings === undefined) return null;
  const text = typed ?? settings.rules.join("\n");
  const rules = text.split("\n").filter((line) => line.trim() !== "");
  const changed = rules.join("\n") !== settings.rules.join("\n");

  const forget = () => {
    setTrials(null);
    setRefused(null);
    setSaved(false);
  };
  const tryThem = async () => {
    forget();
    try {
      setTrials(await bridge.tryFolderRules(rules));
    } catch (thrown) {
      setRefused(failureOf(thrown));
    }
  };
  const save = async () => {
    forget();
    if (!(await set({ rules }))) return;
    setTyped(null);
    setSaved(true);
  };
  const shown = refused ?? failure;
  return (
    <>
      <Textarea
        aria-label={t("label")}
        autosize={false}
        description={t("help")}
        onChange={(event) => {
          forget();
          setTyped(event.currentTarget.value);
        }}
        rows={4}
        spellCheck={false}
        value={text}
      />
      <div className={css.buttons}>
        <Button onClick={() => void tryThem()}>{t("try")}</Button>
        <Button loading={busy} onClick={() => void save()} variant={changed ? "filled" : "default"}>
          {t("save")}
        </Button>
        {saved ? <StateText state="sent">{t("saved")}</StateText> : null}
      </div>
      {shown === null ? null : <Refused failure={shown} />}
      {trials === null ? null : <Trials trials={trials} />}
    </>
  );
}

function Refused({ failure }: { failure: Failure }) {
  const { t } = useTranslation("settings", { keyPrefix: "folders.rules" });
  const { rule } = failure.params;
  return rule === undefined ? <FailureNote failure={failure} /> : <Note kind="failed">{t("notARule", { rule })}</Note>;
}

function Trials({ trials }: { trials: RuleTrial[] }) {
  const { t } = useTranslation("settings", { keyPrefix: "folders.rules" });
  const words = useFailureWords();
  if (trials.length === 0) return <p className="fd-small fd-ink2">{t("noFolders")}</p>;
  return (
    <div role="status">
      <ul className={css.results}>
        {trials.map((trial) => {
          const folder = trial.folderName;
          const nothing = trial.failure === null && trial.hidesTotal + trial.showsTotal === 0;
          return (
            <li key={folder}>
              {trial.failure === null ? null : t("unknown", { folder, why: words(trial.failure).sentence })}
              {nothing ? t("nothing", { folder }) : null}
              <Names
                names={trial.hides}
                title={t("hides", { folder, count: trial.hidesTotal })}
                total={trial.hidesTotal}
              />
              <Names
                names={trial.shows}
                title={t("shows", { folder, count: trial.showsTotal })}
                total={trial.showsTotal}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Names that are read at a glance; the others are counted. */
const SHOWN = 8;

function Names({ title, names, total }: { title: string; names: string[]; total: number }) {
  const { t } = useTranslation("settings", { keyPrefix: "folders.rules" });
  if (total === 0) return null;
  const shown = names.slice(0, SHOWN);
  return (
    <>
      <b>{title}</b>
      <ul className={css.names}>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {total > shown.length ? <li className="fd-ink2">{t("more", { count: total - shown.length })}</li> : null}
      </ul>
    </>
  );
}
