/** Files that were renamed or moved within the folder: the new names are in the project, the old ones until confirmed. */

import { useTranslation } from "react-i18next";
import { type DeletedChoice, type RenamedFile, type SyncedFolder, useBridge } from "../../../ipc";
import { useDecide } from "../pending-decisions";
import { Choices } from "./Choices";
import css from "./cases.module.css";
import { movedTogether } from "./model";
import { TickList, useTicks } from "./TickList";

export function RenamedFiles({ folder, files }: { folder: SyncedFolder; files: readonly RenamedFile[] }) {
  const { t } = useTranslation("sync");
  const { t: deleted } = useTranslation("sync", { keyPrefix: "deleted" });
  const bridge = useBridge();
  const decide = useDecide();
  const ticks = useTicks(files);
  const { ticked } = ticks;
  const move = movedTogether(files);
  const words = move === null ? "renamed" : "moved";
  const labelOf = (choice: DeletedChoice) =>
    choice === "remove" ? t(`${words}.confirm`, { count: ticked.length, ...move }) : t("renamed.keep");
  const choose = (choice: DeletedChoice) => {
    const names = ticked.map(({ section, name }) => ({ section, name }));
    decide({
      folder: folder.id,
      kind: "renamed",
      files: names,
      name: ticked[0]?.shownName ?? "",
      choice: labelOf(choice),
      said: (count) => t(`${words}.${choice === "remove" ? "done" : "kept"}`, { count, ...move }),
      run: () => bridge.decideGone(folder.id, names, choice),
    });
    ticks.reset();
  };
  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div>
        <h2 className="fd-title" id="case-title">
          {t(`${words}.title`, { count: files.length, ...move })}
        </h2>
        <p className="fd-ink2">{t(`${words}.text`, { count: files.length })}</p>
      </div>
      <TickList
        detail={({ section, toSection }) => (section === toSection ? section : `${section} → ${toSection}`)}
        text={({ shownName, shownToName }) =>
          shownName === shownToName ? shownName : t("renamed.to", { name: shownName, to: shownToName })
        }
        ticks={ticks}
      />
      <Choices
        choices={[
          { label: labelOf("remove"), does: t(`${words}.confirmDoes`, { ...move }), run: () => choose("remove") },
          { label: labelOf("keep"), does: t(`${words}.keepDoes`, { ...move }), run: () => choose("keep") },
        ]}
        none={ticked.length === 0 ? deleted("nothingTicked") : null}
      />
    </article>
  );
}
