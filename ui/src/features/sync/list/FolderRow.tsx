/** A folder: path, target, its honest state with a sentence, one fitting act and ⋯. */

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../../ipc";
import { PathEllipsis } from "../../../shared/parts/PathEllipsis";
import { actOf, firstTab } from "../model";
import { Polled } from "../Polled";
import { StateLine } from "../StateLine";
import type { FolderActs } from "../use-folder-acts";
import { usePlaceWords, useStateSentence } from "../use-words";
import { FolderMenu } from "./FolderMenu";
import css from "./list.module.css";

type Props = { folder: SyncedFolder; acts: FolderActs; onMenu: (event: MouseEvent) => void };

export function FolderRow({ folder, acts, onMenu }: Props) {
  const { t } = useTranslation("sync");
  const { t: status } = useTranslation("status");
  const place = usePlaceWords()(folder);
  const sentence = useStateSentence()(folder);
  const act = actOf(folder);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys of its rows
    <li
      aria-label={`${status(folder.state)}. ${folder.name}`}
      className={`${css.row} ${folder.state === "needsDecision" ? css.asking : ""}`}
      data-folder={folder.id}
      onClick={({ currentTarget, target }) => {
        // Buttons, the menu and the name have acts of their own; a menu may be drawn elsewhere.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        if (target.closest("a, button, [role=menu]") !== null) return;
        acts.show(folder, firstTab(folder));
      }}
      onContextMenu={onMenu}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk over the rows; Enter and P act on them
      tabIndex={0}
    >
      <div className={css.two}>
        <Link
          className={css.name}
          params={{ folder: folder.id, tab: firstTab(folder) }}
          tabIndex={-1}
          to="/folders/$folder/$tab"
        >
          {folder.name}
        </Link>
        <span className="fd-small fd-ink2">
          <PathEllipsis text={folder.shownPath} />
        </span>
      </div>
      <div className={css.two}>
        <span className={css.cut} title={place.first}>
          {place.first}
        </span>
        <span className={`fd-small fd-ink2 ${css.cut}`} title={place.second}>
          {place.second}
        </span>
      </div>
      <div className={css.state}>
        <StateLine folder={folder} />
        <span className={`fd-small fd-ink2 ${css.sentence}`}>{sentence}</span>
        <Polled folder={folder} />
      </div>
      <div className={css.acts}>
        <Button aria-label={`${t(`act.${act}`)}: ${folder.name}`} onClick={() => acts.run(act, folder)}>
          {t(`act.${act}`)}
        </Button>
        <FolderMenu acts={acts} folder={folder} />
      </div>
    </li>
  );
}
