/** Settings of one folder: deletes, where it goes, what rules leave out, where it lies, and how to stop. Saved at once. */

import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { type FolderDeletes, type SyncedFolder, useBridge } from "../../../ipc";
import { Icon } from "../../../shared/parts";
import type { Ask } from "../../../shared/use-ask";
import { useRuleNames } from "../../../shared/use-rule-names";
import { useLeftOut } from "../queries";
import type { FolderActs } from "../use-folder-acts";
import { Deletes } from "../wizard/StepSection";
import { ChangePlace } from "./ChangePlace";
import css from "./files.module.css";

type Props = { folder: SyncedFolder; ask: Ask["ask"]; acts: FolderActs };

export function FolderSettings({ folder, ask, acts }: Props) {
  const { t } = useTranslation("sync", { keyPrefix: "settings" });
  const { t: count } = useTranslation("sync");
  const bridge = useBridge();
  const rules = useLeftOut(folder).data ?? [];
  const ruleName = useRuleNames(rules.map(({ rule }) => rule));
  const set = (deletes: FolderDeletes) => void ask(() => bridge.setFolderDeletes(folder.id, deletes));
  return (
    <div className={css.groups}>
      <Card>
        <Deletes onChange={set} value={folder.deletes} />
      </Card>
      <Card title={t("place")}>
        <ChangePlace folder={folder} />
      </Card>
      <Card title={t("folder")}>
        <p className="fd-copyable">{folder.shownPath}</p>
        <div className={css.cardButtons}>
          <Button leftSection={<Icon name="folder" />} onClick={() => acts.find(folder)}>
            {t("move")}
          </Button>
          <Button onClick={() => acts.remove(folder)}>{t("stop")}</Button>
        </div>
        <p className="fd-small fd-ink2">{t("stopHelp")}</p>
      </Card>
      {rules.length === 0 ? null : (
        <Card title={t("rules")}>
          <p className="fd-small fd-ink2">{t("rulesHelp")}</p>
          <dl className={css.rules}>
            {rules.map(({ rule, files }) => (
              <div key={rule}>
                <dt>{ruleName(rule)}</dt>
                <dd className="fd-ink2">{count("fileCount", { count: files })}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </div>
  );
}

function Card({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={title === undefined ? undefined : id} className={css.card}>
      {title === undefined ? null : (
        <h2 className={css.cardTitle} id={id}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
