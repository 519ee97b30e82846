/** Files deleted from the folder that are still on the page: none is removed before a decision. */

import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type DeletedChoice, type GoneFiles, type SyncedFolder, useBridge } from "../../../ipc";
import { FailureNote, GuideLink, Icon } from "../../../shared/parts";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import { commonSection } from "../model";
import { useDecide } from "../pending-decisions";
import { useFolderActs } from "../use-folder-acts";
import { Choices } from "./Choices";
import css from "./cases.module.css";
import { TickList, useTicks } from "./TickList";

export function DeletedFiles({ folder, gone }: { folder: SyncedFolder; gone: GoneFiles }) {
  const { t } = useTranslation("sync", { keyPrefix: "deleted" });
  const bridge = useBridge();
  const formats = useFormats();
  const decide = useDecide();
  const { ask, failure, fail } = useAsk();
  const acts = useFolderActs({ ask, fail });
  const [confirming, setConfirming] = useState(false);
  const { files, renamed, of, guard } = gone;
  // A part of the files says nothing of where the folder is.
  const isEverything = files.length + renamed.length >= of;
  const ticks = useTicks(files);
  const { ticked } = ticks;
  const hint = guard && files.length > 1 ? commonSection(files) : null;

  const labelOf = (choice: DeletedChoice) => (choice === "remove" ? t("remove", { count: ticked.length }) : t(choice));
  const choose = (choice: DeletedChoice) => {
    setConfirming(false);
    const names = ticked.map(({ section, name }) => ({ section, name }));
    decide({
      folder: folder.id,
      kind: "gone",
      files: names,
      name: ticked[0]?.shownName ?? "",
      choice: labelOf(choice),
      said: (count) => t(`done.${choice}`, { count }),
      run: () => bridge.decideGone(folder.id, names, choice),
    });
    ticks.reset();
  };
  const remove = () => (guard ? setConfirming(true) : choose("remove"));
  // The same for few and for many: the digits act at once.
  const order = ["putBack", "keep", "remove"] as const;

  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div>
        <h2 className="fd-title" id="case-title">
          {t("title", { count: files.length })}
        </h2>
        <p className="fd-ink2">
          {guard ? t("unusual", { count: files.length, of: formats.number(of) }) : t("crews", { count: files.length })}{" "}
          <GuideLink to="folders#deleted" />
        </p>
        {hint === null ? null : (
          <p>
            <b>{t("hint", { count: hint.count, section: hint.section })}</b>
          </p>
        )}
        {!guard ? null : isEverything ? (
          <p className={css.moved}>
            <Button leftSection={<Icon name="folder" />} onClick={() => acts.find(folder)} size="compact-sm">
              {t("moved")}
            </Button>
            <span className="fd-small fd-ink2">{t("movedDoes")}</span>
          </p>
        ) : (
          <p className="fd-small fd-ink2">{t("partMoved")}</p>
        )}
        {failure === null ? null : <FailureNote failure={failure} />}
      </div>
      <TickList detail={({ section }) => section} ticks={ticks} />
      <Choices
        choices={order.map((choice) => ({
          label: labelOf(choice),
          does: choice === "keep" ? t("keepDoes", { count: ticked.length }) : t(`${choice}Does`),
          run: () => (choice === "remove" ? remove() : choose(choice)),
        }))}
        none={ticked.length === 0 ? t("nothingTicked") : null}
      />
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
