/** Panel of a document beside the list: facts, earlier versions, actions. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Document, type Target, useBridge, type Verification } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { FailureNote, Icon, Note, SidePanel, StateText } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import { FileVersions } from "../../history";
import type { FileRow } from "../files/model";
import { useStateWords } from "../files/use-state-words";
import { useCopyName } from "../mutations";
import { Preview } from "../preview/Preview";
import css from "./page.module.css";

type Props = {
  row: FileRow;
  document: Document;
  target: Target;
  onClose: () => void;
  onOpen: () => void;
  onSave: () => void;
};

export function FilePanel({ row, document, target, onClose, onOpen, onSave }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "panel" });
  const acts = useTranslation("documents", { keyPrefix: "selection" }).t;
  const bridge = useBridge();
  const { ask, failure, busy } = useAsk();
  const [verified, setVerified] = useState<Verification | null>(null);
  const { folder, shownName, name } = document;
  const verify = async () => {
    setVerified(null);
    const answer = await ask(() => bridge.verifyDocument(target, document.id));
    if (answer === undefined) return;
    setVerified(answer);
    announce(t(`verification.${answer}`));
  };
  const copyName = useCopyName();
  return (
    <SidePanel onClose={onClose} title={<span className={css.whole}>{shownName}</span>}>
      <div className={css.panelActs}>
        <Button leftSection={<Icon name="open" />} onClick={onOpen} size="compact-sm">
          {acts("open")}
        </Button>
        <Button leftSection={<Icon name="save" />} onClick={onSave} size="compact-sm">
          {acts("saveAs")}
        </Button>
        <Button
          leftSection={<Icon name="copy" />}
          onClick={() => void ask(() => copyName(shownName))}
          size="compact-sm"
        >
          {t("copyName")}
        </Button>
        {document.origin === "someoneElse" ? null : (
          <Button leftSection={<Icon name="tick" />} loading={busy} onClick={() => void verify()} size="compact-sm">
            {t("verify")}
          </Button>
        )}
        {folder === null ? null : (
          <Button
            leftSection={<Icon name="folder" />}
            onClick={() => void ask(() => bridge.showFolder(folder.id, { section: row.section, name }))}
            size="compact-sm"
          >
            {t("showInFolder")}
          </Button>
        )}
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      {verified === null ? null : (
        <Note kind={verified === "different" ? "needs" : "info"}>{t(`verification.${verified}`)}</Note>
      )}
      <Preview document={document} download={row.fetching} onOpen={onOpen} target={target} />
      <Facts document={document} row={row} />
      <h3 className={css.panelTitle}>{t("versions")}</h3>
      <FileVersions name={name} section={row.section} target={target} />
    </SidePanel>
  );
}

/** What the server lists, and what this computer noted when it uploaded or downloaded the document. */
function Facts({ row, document }: { row: FileRow; document: Document }) {
  const { t } = useTranslation("documents", { keyPrefix: "panel" });
  const formats = useFormats();
  const words = useStateWords()(row);
  const { sentAt, folder, sizeBytes } = document;
  const when = sentAt === null ? "" : formats.moment(sentAt);
  const by =
    sentAt === null
      ? t("uploadedElsewhere")
      : folder === null
        ? t("uploadedFromHere", { time: when })
        : t("uploadedByFolder", { time: when, name: folder.name ?? "" });
  return (
    <dl className={css.facts}>
      <dt>{t("status")}</dt>
      <dd>
        <StateText state={row.state}>{words}</StateText>
      </dd>
      <dt>{t("section")}</dt>
      <dd>{row.section}</dd>
      <dt>{t("size")}</dt>
      <dd>{sizeBytes === null ? t("sizeUnknown") : formats.bytes(sizeBytes)}</dd>
      <dt>{t("uploaded")}</dt>
      <dd>{by}</dd>
      <dt>{t("id")}</dt>
      <dd className="fd-mono fd-copyable">{document.id}</dd>
    </dl>
  );
}
