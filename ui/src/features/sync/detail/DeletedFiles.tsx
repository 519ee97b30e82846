/** Files gone from the folder that are still on the page: nothing is removed until somebody says so. */

import { Button, Checkbox, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type DeletedChoice, type GoneFiles, type SyncedFolder, useBridge } from "../../../ipc";
import { FileTag, GuideLink, MiddleEllipsis } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { commonSection } from "../model";
import { useDecide } from "../pending-decisions";
import css from "./cases.module.css";
import { keyOf } from "./model";

/** A list longer than this is drawn in part; the choice is of all that are ticked. */
const SHOWN = 300;

export function DeletedFiles({ folder, gone }: { folder: SyncedFolder; gone: GoneFiles }) {
  const { t } = useTranslation("sync", { keyPrefix: "deleted" });
  const { t: wizard } = useTranslation("sync", { keyPrefix: "wizard" });
  const bridge = useBridge();
  const formats = useFormats();
  const decide = useDecide();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  const { files, of, guard } = gone;
  const ticked = files.filter((file) => !left.has(keyOf(file)));
  const hint = guard ? commonSection(files) : null;

  const toggle = (key: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const choose = (choice: DeletedChoice) => {
    setConfirming(false);
    const names = ticked.map(({ section, name }) => ({ section, name }));
    decide({
      folder: folder.id,
      files: names,
      text: t("held", { count: names.length }),
      said: (count) => t(`done.${choice}`, { count }),
      run: () => bridge.decideGone(folder.id, names, choice),
    });
    setLeft(new Set());
  };
  const remove = () => (guard ? setConfirming(true) : choose("remove"));

  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div>
        <h2 className="fd-title" id="case-title">
          {t("title", { count: files.length })}
        </h2>
        <p className="fd-ink2">
          {guard ? t("unusual", { count: files.length, of: formats.number(of) }) : t("crews")}{" "}
          <GuideLink to="folders#deleted" />
        </p>
        {hint === null ? null : (
          <p>
            <b>{t("hint", { count: hint.count, section: hint.section })}</b>
          </p>
        )}
      </div>
      <div className={css.goneList}>
        <div className={css.goneHead}>
          <Checkbox
            checked={ticked.length === files.length}
            indeterminate={ticked.length > 0 && ticked.length < files.length}
            label={t("every")}
            onChange={() => setLeft(ticked.length === files.length ? new Set(files.map(keyOf)) : new Set())}
          />
          <span className="fd-small fd-ink2">
            {formats.number(ticked.length)} / {formats.number(files.length)}
          </span>
        </div>
        <ul>
          {files.slice(0, SHOWN).map((file) => {
            const key = keyOf(file);
            return (
              <li key={key}>
                <Checkbox
                  aria-label={t("tick", { name: file.shownName })}
                  checked={!left.has(key)}
                  onChange={() => toggle(key)}
                />
                <FileTag name={file.name} />
                <span className={css.goneName}>
                  <MiddleEllipsis text={file.shownName} />
                </span>
                <span className="fd-small fd-ink2">{file.section}</span>
              </li>
            );
          })}
        </ul>
        {files.length > SHOWN ? (
          <p className={`fd-small fd-ink2 ${css.goneMore}`}>{wizard("moreRows", { count: files.length - SHOWN })}</p>
        ) : null}
      </div>
      <div className={css.choices}>
        {(guard ? (["putBack", "keep", "remove"] as const) : (["remove", "keep", "putBack"] as const)).map((choice) => (
          <div key={choice} className={css.choice}>
            <Button
              data-explains={ticked.length === 0 || undefined}
              onClick={() => ticked.length > 0 && (choice === "remove" ? remove() : choose(choice))}
            >
              {ticked.length === 0
                ? t("nothingTicked")
                : choice === "remove"
                  ? t("remove", { count: ticked.length })
                  : t(choice)}
            </Button>
            <p className="fd-small fd-ink2">{t(`${choice}Does`)}</p>
          </div>
        ))}
      </div>
      <Modal
        onClose={() => setConfirming(false)}
        opened={confirming}
        title={t("confirmTitle", { count: ticked.length })}
      >
        <p>{t("confirmText")}</p>
        <div className={css.dialogButtons}>
          <Button onClick={() => setConfirming(false)}>{t("cancel")}</Button>
          <Button onClick={() => choose("remove")}>{t("remove", { count: ticked.length })}</Button>
        </div>
      </Modal>
    </article>
  );
}
