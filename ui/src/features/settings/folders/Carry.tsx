/** Export and import of the list of folders for another computer, with the result of each folder. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Failure, type FoldersImported, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { useFailureWords } from "../../../shared/error-messages";
import type en from "../../../shared/i18n/en/settings.json";
import { FailureNote, Icon, Note, StateText } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import css from "../settings.module.css";

type Because = keyof (typeof en)["folders"]["carry"]["because"];

export function Carry() {
  const { t } = useTranslation("settings", { keyPrefix: "folders.carry" });
  const bridge = useBridge();
  const { ask, failure, busy } = useAsk();
  const [exported, setExported] = useState(false);
  const [imported, setImported] = useState<FoldersImported | null>(null);
  const begin = () => {
    setExported(false);
    setImported(null);
  };
  const save = async () => {
    begin();
    const written = await ask(() => bridge.exportFolders());
    setExported(written === true);
    if (written) announce(t("exported"));
  };
  const load = async () => {
    begin();
    setImported((await ask(() => bridge.importFolders())) ?? null);
  };
  return (
    <>
      <p className="fd-small fd-ink2">{t("help")}</p>
      <div className={css.buttons}>
        <Button leftSection={<Icon name="save" />} loading={busy} onClick={() => void save()}>
          {t("export")}
        </Button>
        <Button leftSection={<Icon name="open" />} loading={busy} onClick={() => void load()}>
          {t("import")}
        </Button>
        {exported ? <StateText state="sent">{t("exported")}</StateText> : null}
      </div>
      {failure === null ? null : failure.kind === "usage" ? (
        <Note kind="failed">{t("noExport")}</Note>
      ) : (
        <FailureNote failure={failure} />
      )}
      {imported === null ? null : <Outcome imported={imported} />}
    </>
  );
}

function Outcome({ imported: { added, refused } }: { imported: FoldersImported }) {
  const { t } = useTranslation("settings", { keyPrefix: "folders.carry" });
  const because = useBecause();
  if (added.length + refused.length === 0) return <p className="fd-small fd-ink2">{t("empty")}</p>;
  return (
    <div className={css.results} role="status">
      {added.length === 0 ? null : (
        <>
          <b>{t("added", { count: added.length })}</b>
          <ul className={css.names}>
            {added.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </>
      )}
      {refused.length === 0 ? null : (
        <>
          <b>{t("refused", { count: refused.length })}</b>
          <ul className={css.names}>
            {refused.map(({ shownPath, failure }) => (
              <li key={shownPath}>
                {shownPath} <span className="fd-ink2">{because(failure)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Why a folder was not taken: its own reasons first, else what any failure says. */
function useBecause(): (failure: Failure) => string {
  const { t, i18n } = useTranslation("settings", { keyPrefix: "folders.carry.because" });
  const words = useFailureWords();
  return (failure) => {
    if (failure.kind === "fileVanished") return t("missing");
    const { reason, other } = failure.params;
    const known = reason !== undefined && i18n.exists(`settings:folders.carry.because.${reason}`);
    return known ? t(reason as Because, { other: other ?? "" }) : words(failure).sentence;
  };
}
