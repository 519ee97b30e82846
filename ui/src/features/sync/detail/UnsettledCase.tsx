/** A file that has been changing for twenty minutes: uploaded as it is now, or looked at. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type FileView, type Shown, type SyncedFolder, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { FailureNote, GuideLink, Icon } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import css from "./cases.module.css";

export function UnsettledCase({ folder, file }: { folder: SyncedFolder; file: Shown<FileView> }) {
  const { t } = useTranslation("sync", { keyPrefix: "conflict" });
  const bridge = useBridge();
  const { ask, busy, failure } = useAsk();
  const named = { section: file.section, name: file.name };
  const upload = async () => {
    const done = await ask(() => bridge.uploadAsItIs(folder.id, named));
    if (done !== undefined) announce(t("unsettled.uploading", { name: file.shownName }));
  };
  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div className={css.oneHead}>
        <div>
          <h2 className={`fd-title fd-copyable ${css.oneTitle}`} id="case-title">
            {file.shownName}
          </h2>
          <p className="fd-ink2">
            {t("unsettled.text")} <GuideLink to="folders#keeps-changing" />
          </p>
        </div>
      </div>
      <div className={css.plainActs}>
        <Button loading={busy} onClick={() => void upload()}>
          {t("unsettled.upload")}
        </Button>
        <Button
          leftSection={<Icon name="folder" />}
          onClick={() => void ask(() => bridge.showFolder(folder.id, named))}
        >
          {t("showInFolder")}
        </Button>
      </div>
      <p className="fd-small fd-ink2">{t("unsettled.help")}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
    </article>
  );
}
