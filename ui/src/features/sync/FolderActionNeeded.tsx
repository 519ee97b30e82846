/** A folder that stands still until someone acts, as one line with its one button; for screens beside the list of folders. */

import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../ipc";
import { actOf, firstTab, worstFirstOf } from "./model";
import { useFolders } from "./queries";
import { StateLine } from "./StateLine";
import { useStateSentence } from "./use-words";

/** Folders that do not go on by themselves, worst first. */
export function useFoldersNeedingAction(): SyncedFolder[] {
  const folders = useFolders().data?.folders ?? [];
  return worstFirstOf(
    folders.filter((folder) => ["review", "show", "find", "take"].includes(actOf(folder)) && stands(folder)),
  );
}

/** What only waits goes on by itself. */
const stands = ({ state }: SyncedFolder) => state !== "waiting";

export function FolderActionNeeded({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const sentence = useStateSentence()(folder);
  const act = actOf(folder);
  const open = () =>
    act === "find" || act === "take"
      ? void navigate({ to: "/folders" })
      : void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab: firstTab(folder) } });
  return (
    <>
      <StateLine folder={folder} />
      <span>
        <b>{folder.name}</b> <span className="fd-ink2">{sentence}</span>
      </span>
      <Button aria-label={`${t(`act.${act}`)}: ${folder.name}`} onClick={open}>
        {t(`act.${act}`)}
      </Button>
    </>
  );
}
