/** Many files of a folder were emptied or changed their type: none is uploaded before a decision. */

import { useTranslation } from "react-i18next";
import { type ChangedChoice, type DamagedFiles, type SyncedFolder, useBridge } from "../../../ipc";
import { useFormats } from "../../../shared/use-formats";
import { useDecide } from "../pending-decisions";
import { Choices } from "./Choices";
import css from "./cases.module.css";
import { TickList, useTicks } from "./TickList";

export function DamagedFilesCase({ folder, damaged }: { folder: SyncedFolder; damaged: DamagedFiles }) {
  const { t } = useTranslation("sync", { keyPrefix: "damaged" });
  const { t: deleted } = useTranslation("sync", { keyPrefix: "deleted" });
  const bridge = useBridge();
  const formats = useFormats();
  const decide = useDecide();
  const { files, of } = damaged;
  const ticks = useTicks(files);
  const { ticked } = ticks;
  const choose = (choice: ChangedChoice) => {
    const names = ticked.map(({ section, name }) => ({ section, name }));
    decide({
      folder: folder.id,
      kind: "damaged",
      files: names,
      name: ticked[0]?.shownName ?? "",
      choice: t(choice, { count: names.length }),
      said: (count) => t(`done.${choice}`, { count }),
      run: () => bridge.decideDamaged(folder.id, names, choice),
    });
    ticks.reset();
  };
  const bad = files.filter(({ damage }) => damage !== null).length;
  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div>
        <h2 className="fd-title" id="case-title">
          {t("title", { count: files.length, of: formats.number(of) })}
        </h2>
        <p className="fd-ink2">{t("text", { count: bad })}</p>
      </div>
      <TickList
        detail={({ damage, bytes, section }) =>
          [damage === null ? formats.bytes(bytes) : t(damage), section].filter(Boolean).join(" · ")
        }
        ticks={ticks}
      />
      <Choices
        choices={[
          { label: t("restore", { count: ticked.length }), does: t("restoreDoes"), run: () => choose("restore") },
          { label: t("upload", { count: ticked.length }), does: t("uploadDoes"), run: () => choose("upload") },
        ]}
        none={ticked.length === 0 ? deleted("nothingTicked") : null}
      />
    </article>
  );
}
