/** Everything that can be done with a whole folder, from its row, its menu and its head. */

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { keys, type SyncedFolder, useBridge } from "../../ipc";
import { announce } from "../../shared/announce";
import { localDay } from "../../shared/local-time";
import { type PauseChoice, pauseUntil } from "../../shared/pause-until";
import { offerUndo, tellDone } from "../../shared/undo/store";
import type { Ask } from "../../shared/use-ask";
import { useSavedToast } from "../../shared/use-saved-toast";
import { showTarget } from "../documents";
import type { FolderAct, Tab } from "./model";
import { setLeaving, useVerify } from "./store";

export type FolderActs = ReturnType<typeof useFolderActs>;

export function useFolderActs({ ask, fail }: Pick<Ask, "ask" | "fail">) {
  const { t } = useTranslation("sync");
  const bridge = useBridge();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { begin, end } = useVerify();
  const tellSaved = useSavedToast(fail);

  const show = (folder: SyncedFolder, tab: Tab) =>
    void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab } });
  const pause = (folder: SyncedFolder, choice: PauseChoice) =>
    void ask(() => bridge.pauseFolders(folder.id, pauseUntil(choice, new Date())));
  const resume = (folder: SyncedFolder) => void ask(() => bridge.resumeFolders(folder.id));
  const compare = (folder: SyncedFolder) => void ask(() => bridge.compareFolder(folder.id));
  /** A sample is quick; every file is for whoever has to prove it. The outcome stands in the folder's list of files. */
  const verify = async (folder: SyncedFolder, all: boolean) => {
    begin(folder.id);
    show(folder, "files");
    const report = await ask(() => bridge.verifyFolder(folder.id, all));
    end(folder.id, report ?? null);
  };
  /** Leaves the list at once; the desktop side is told when the time for undo is over. */
  const remove = (folder: SyncedFolder) => {
    const text = t("removed", { folder: folder.name });
    setLeaving(folder.id, true);
    announce(text);
    void navigate({ to: "/folders" });
    offerUndo({
      text,
      undo: () => setLeaving(folder.id, false),
      finish: async () => {
        await ask(() => bridge.removeFolder(folder.id));
        await queries.invalidateQueries({ queryKey: keys.folders });
        setLeaving(folder.id, false);
      },
    });
  };
  const receipt = (folder: SyncedFolder) =>
    void ask(() => bridge.saveReceipt({ folder: folder.id }, localDay(new Date()))).then(
      (saved) => saved && tellSaved(saved),
    );
  /** Where it is now is chosen in a dialog; how many of its files are not there, nothing where that was closed. */
  const place = (folder: SyncedFolder, choose: () => Promise<number | null>) =>
    void ask(choose).then((missing) => {
      if (missing === null || missing === undefined) return;
      const key = missing > 0 ? "settings.movedPartly" : "settings.moved";
      tellDone(t(key, { folder: folder.name, count: missing }));
    });
  const find = (folder: SyncedFolder) => place(folder, () => bridge.moveFolder(folder.id));
  /** The same of a subfolder whose drive is away. */
  const take = (folder: SyncedFolder) => place(folder, () => bridge.moveSubfolder(folder.id));

  const run = (act: FolderAct, folder: SyncedFolder) => {
    switch (act) {
      case "review":
        return show(folder, "needs");
      case "find":
        return find(folder);
      case "take":
        return take(folder);
      case "show":
        return show(folder, "waiting");
      case "pause":
        return pause(folder, "untilResumed");
      case "resume":
        return resume(folder);
      case "compare":
        return compare(folder);
      case "verify":
        return void verify(folder, false);
    }
  };
  return {
    run,
    show,
    pause,
    resume,
    compare,
    verify: (folder: SyncedFolder, all: boolean) => void verify(folder, all),
    remove,
    receipt,
    find,
    take,
    pauseOrResume: (folder: SyncedFolder) => (folder.paused === null ? pause(folder, "untilResumed") : resume(folder)),
    openFolder: (folder: SyncedFolder) => void ask(() => bridge.showFolder(folder.id, null)),
    openPage: (folder: SyncedFolder) => {
      showTarget(folder.target);
      void navigate({ to: "/documents" });
    },
  };
}
