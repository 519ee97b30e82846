/** The words of synced folders: what a folder's state means, why a file waits, where a folder goes. */

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type FileView, type FolderEvent, keys, type Shown, type SyncedFolder, useBridge } from "../../ipc";
import type en from "../../shared/i18n/en/sync.json";
import { useFormats } from "../../shared/use-formats";
import { chosenIn } from "./detail/model";
import { type Happening, isAway, isStopped, pausedUntil } from "./model";
import { useFolders } from "./queries";

type WhyKey = keyof (typeof en)["why"];
type StopKey = keyof (typeof en)["stop"];
type Counted<K> = K extends `${infer Base}_one` ? Base : K extends `${string}_other` ? never : K;
type EventKey = Counted<keyof (typeof en)["event"]>;

/** Words for what the engine calls by a word. One that is new to this window gets the general one. */
export function useSyncWords() {
  const { t, i18n } = useTranslation("sync");
  const known = (key: string) => i18n.exists(`sync:${key}`);

  const why = ({ reason, detail }: Pick<Shown<FileView>, "reason" | "detail">): string => {
    if (reason === "locked" && detail !== null) return t("why.lockedBy", { program: detail });
    if (reason === "subfolderAway" && detail !== null) return t("why.notConnected", { subfolder: detail });
    return t(`why.${(known(`why.${reason}`) ? reason : "other") as WhyKey}`);
  };
  /** Why a whole folder stands still; nothing where the reason is one of its files'. */
  const stop = ({ reason: word, shownPath }: Pick<SyncedFolder, "reason" | "shownPath">): string | null => {
    if (word === "folderAway") return t("stop.folderAway", { place: shownPath });
    return known(`stop.${word}`) ? t(`stop.${word as StopKey}`) : null;
  };
  const happened = (kind: string, count: number): string => {
    const key = known(`event.${kind}_one`) || known(`event.${kind}`) ? kind : "other";
    return t(`event.${key as EventKey}`, { count });
  };
  /** What the log has of one file beside its name, in words: what was chosen, why it failed. */
  const more = ({ kind, detail }: Pick<FolderEvent, "kind" | "detail">): string => {
    if (kind === "resolved") {
      const label = chosenIn(detail);
      return label === null ? "" : t(`conflict.keep.${label}`);
    }
    // Of the rest only a failure has words; others have ids and reasons that the act itself says.
    if (kind !== "failed") return "";
    if (known(`why.${detail}`)) return t(`why.${detail as WhyKey}`);
    return detail.includes(" ") ? detail : "";
  };
  return { why, stop, happened, more };
}

/** Where something happened: a folder, or the project of what was done by hand. */
export function usePlaceOf(): (line: Pick<Happening, "folderName" | "target">) => string {
  const { t } = useTranslation("sync", { keyPrefix: "activity" });
  const bridge = useBridge();
  const projects = useQuery({ queryKey: keys.projects, queryFn: () => bridge.listProjects(false) }).data?.projects;
  return ({ folderName, target }) => {
    if (target === null) return folderName;
    const project = projects?.find(({ id }) => id === target.project);
    return [project?.number, t("byHand")].filter(Boolean).join(" · ");
  };
}

/** One or two sentences under a folder's chip. */
export function useStateSentence(): (folder: SyncedFolder) => string {
  const { t } = useTranslation("sync");
  const { t: status } = useTranslation("status");
  const formats = useFormats();
  const words = useSyncWords();
  const all = useFolders().data?.paused ?? null;
  const join = (...parts: string[]) => parts.filter(Boolean).join(" ");

  const others = ({ inStep }: SyncedFolder) => (inStep > 0 ? t("sentence.othersSynced", { count: inStep }) : "");
  const nextLook = ({ nextLookAt }: SyncedFolder) =>
    nextLookAt === null ? "" : t("sentence.nextTry", { time: formats.clock(nextLookAt) });
  /** Said where the chip has no room for it: it tells what needs action. */
  const paused = (folder: SyncedFolder) => {
    const until = pausedUntil(folder, all);
    return `${join(status("paused"), until === null ? "" : t("sentence.pausedUntil", { until: formats.clock(until) }))}.`;
  };
  const decisions = (folder: SyncedFolder) => {
    const isPaused = all !== null || folder.paused !== null;
    const said = [
      folder.conflicts > 0 ? t("sentence.conflicts", { count: folder.conflicts }) : "",
      folder.damaged > 0 ? t("sentence.damaged", { count: folder.damaged }) : "",
      folder.renamed > 0 ? t("sentence.renamed", { count: folder.renamed }) : "",
      folder.gone > folder.renamed ? t("sentence.deletedFrom", { count: folder.gone - folder.renamed }) : "",
      folder.unsettled > 0 ? t("sentence.unsettled", { count: folder.unsettled }) : "",
    ].filter(Boolean);
    // Of what is not compared now, the others are not known to be synced.
    return join(
      isAway(folder) ? (words.stop({ ...folder, reason: "folderAway" }) ?? "") : "",
      isPaused ? paused(folder) : "",
      said.length === 0 ? "" : `${said.join(", ")}.`,
      isPaused || isAway(folder) ? "" : others(folder),
    );
  };
  /** The reason of the worst file, and how many more there are. */
  const ofFile = (folder: SyncedFolder, count: number) => {
    const why = words.why({ reason: folder.reason, detail: folder.reasonDetail });
    const first = folder.reasonName === null ? `${why}.` : t("sentence.first", { name: folder.reasonName, why });
    return join(first, count > 1 ? t("sentence.moreWait", { count: count - 1 }) : "", others(folder));
  };
  const working = ({ progress, pending }: SyncedFolder) => {
    if (progress === null || progress.filesTotal === 0)
      return pending > 0 ? t("sentence.pending", { count: pending }) : t("sentence.comparing");
    return [
      progress.bytesTotal > 0 ? t("sentence.bytesOf", formats.bytesOf(progress.bytesDone, progress.bytesTotal)) : "",
      t("sentence.filesOf", { done: formats.number(progress.filesDone), total: formats.number(progress.filesTotal) }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  const inStep = (folder: SyncedFolder) => {
    const files = t("fileCount", { count: folder.files });
    return folder.comparedAt === null
      ? t("sentence.notCompared", { files })
      : t("sentence.synced", { files, compared: formats.clock(folder.comparedAt) });
  };

  return (folder) => {
    if (folder.rebuilt) return t("sentence.rebuilt");
    switch (folder.state) {
      case "needsDecision":
        if (!isStopped(folder)) return decisions(folder);
        return words.stop(folder) ?? t("conflict.stopped.text");
      case "waiting":
      case "failed":
      case "offline": {
        const stopped = words.stop(folder);
        if (stopped === null) return ofFile(folder, folder.waiting + folder.failed);
        return join(stopped, folder.reason === "folderAway" ? "" : nextLook(folder));
      }
      case "working":
        return working(folder);
      case "paused":
        return folder.pending > 0
          ? t("sentence.changesPending", { count: folder.pending })
          : t("sentence.nothingPending");
      case "inStep":
        return inStep(folder);
    }
  };
}

/** `P-2026-004 · Tegninger VA`, and the project's name or the work order's. */
export function usePlaceWords(): (folder: SyncedFolder) => { first: string; second: string } {
  const { t } = useTranslation("sync");
  return ({ projectNumber, title, workOrderNumber, section, sectionsBySubfolder, otherConnection }) => {
    const part = sectionsBySubfolder ? t("bySubfolder") : (section ?? t("detail.defaultSection"));
    const place = workOrderNumber === null ? projectNumber : t("workOrder", { number: workOrderNumber });
    const about = workOrderNumber === null ? [title] : [title, projectNumber];
    const removed = otherConnection === null ? "" : t("connectionRemoved");
    return { first: `${place} · ${part}`, second: [...about, removed].filter(Boolean).join(", ") };
  };
}
