/** The list of folders. Arrow keys walk it, Enter opens one, P pauses it or lets it go on. */

import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../../ipc";
import { isMenuKey, useActsMenu } from "../../../shared/parts/use-acts-menu";
import type { Ask } from "../../../shared/use-ask";
import { firstTab, inOrder } from "../model";
import { useFolderActs } from "../use-folder-acts";
import { FolderMenuActs } from "./FolderMenu";
import { FolderRow } from "./FolderRow";
import css from "./list.module.css";

type Props = Pick<Ask, "ask" | "fail"> & { title: string; folders: SyncedFolder[] };

export function FolderList({ title, folders: sorted, ask, fail }: Props) {
  const { t } = useTranslation("sync");
  const { t: keys } = useTranslation("keys");
  const navigate = useNavigate();
  const acts = useFolderActs({ ask, fail });
  const list = useRef<HTMLUListElement>(null);
  // Under the pointer the rows stay where they are: a click meets the row that was seen.
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const folders = held === null ? sorted : inOrder(sorted, held);

  const back = useRef<HTMLElement | null>(null);
  const { menu, open } = useActsMenu(() => back.current?.focus());
  const openMenu = (folder: SyncedFolder, event: MouseEvent | KeyboardEvent, row?: Element) => {
    back.current = list.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(folder.id)}"]`) ?? null;
    const show = { label: keys("open"), keys: "Enter", run: () => acts.show(folder, firstTab(folder)) };
    open({ title: folder.name, acts: [show], more: <FolderMenuActs acts={acts} folder={folder} /> }, event, row);
  };

  function onKeyDown(event: KeyboardEvent) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-folder]") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const folder = folders[at];
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isMenuKey(event) && folder) return openMenu(folder, event, rows[at]);
    if (event.key === "ArrowDown") rows[Math.min(rows.length - 1, at + 1)]?.focus();
    else if (event.key === "ArrowUp") rows[Math.max(0, at - 1)]?.focus();
    else if (event.key === "Home") rows[0]?.focus();
    else if (event.key === "End") rows.at(-1)?.focus();
    else if (event.key === "Enter" && folder)
      void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab: firstTab(folder) } });
    else if (event.key.toLowerCase() === "p" && folder) acts.pauseOrResume(folder);
    else return;
    event.preventDefault();
  }

  return (
    <div className={css.list}>
      <div aria-hidden="true" className={css.columns}>
        <span>{t("column.folder")}</span>
        <span>{t("column.project")}</span>
        <span>{t("column.status")}</span>
      </div>
      <ul
        ref={list}
        aria-label={title}
        className={css.rows}
        onKeyDown={onKeyDown}
        onPointerEnter={() => setHeld(sorted.map(({ id }) => id))}
        onPointerLeave={() => setHeld(null)}
      >
        {folders.map((folder) => (
          <FolderRow key={folder.id} acts={acts} folder={folder} onMenu={(event) => openMenu(folder, event)} />
        ))}
      </ul>
      {menu}
    </div>
  );
}
