/** A folder that stands still as a whole: why, and what can be done about it. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../../ipc";
import { FailureNote, GuideLink, Icon } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import { useFolderActs } from "../use-folder-acts";
import { useSyncWords } from "../use-words";
import css from "./cases.module.css";

export function StoppedCase({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const { ask, failure, fail } = useAsk();
  const acts = useFolderActs({ ask, fail });
  const why = useSyncWords().stop(folder);
  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div className={css.oneHead}>
        <div>
          <h2 className={`fd-title ${css.oneTitle}`} id="case-title">
            {t("conflict.stopped.title")}
          </h2>
          <p className="fd-ink2">
            {why ?? t("conflict.stopped.text")} <GuideLink to="folders#stopped" />
          </p>
        </div>
      </div>
      <div className={css.plainActs}>
        <Button leftSection={<Icon name="again" />} onClick={() => acts.compare(folder)}>
          {t("act.retry")}
        </Button>
        {folder.reason === "projectClosed" ? null : (
          <Button onClick={() => void navigate({ to: "/settings" })}>{t("conflict.stopped.connections")}</Button>
        )}
        <Button leftSection={<Icon name="bin" />} onClick={() => acts.remove(folder)}>
          {t("menu.remove")}
        </Button>
      </div>
      <p className="fd-small fd-ink2">{t("conflict.stopped.help")}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
    </article>
  );
}
