/** Actions on a page and its files. Failures go to the caller, who shows them where they happened. */

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  type DropPlan,
  type DroppedFiles,
  type Failure,
  failureOf,
  keys,
  type PlanRow,
  type Target,
  useBridge,
} from "../../ipc";
import { announce } from "../../shared/announce";
import { useConnection } from "../../shared/app-state";
import { SETTLE_MS } from "../../shared/click-guard";
import { useFailureWords } from "../../shared/error-messages";
import { dropUndo, offerUndo, tellDone } from "../../shared/undo/store";
import { useUndoAct } from "../../shared/undo/use-acts";
import { useFormats } from "../../shared/use-formats";
import { type FileRow, sameTarget } from "./files/model";
import { mergeRows } from "./plan/model";
import { type LeftPlan, setLeftPlans, type Trouble, useDesk } from "./store";
import { useLeftWords } from "./use-left-words";

/** Opens, saves and deletes files of the page. */
export function useFileActs(target: Target | null) {
  const tell = useDesk((state) => state.tell);
  const begin = useDesk((state) => state.begin);
  const bridge = useBridge();
  const remove = useDelete(target);

  // Two presses or clicks at once open once; what was not opened can be tried again.
  const last = useRef({ ids: "", at: Number.NEGATIVE_INFINITY });
  const open = useCallback(
    async (rows: readonly FileRow[]) => {
      const ids = rows.map((row) => row.key).join(" ");
      const now = performance.now();
      if (ids === last.current.ids && now - last.current.at < SETTLE_MS) return;
      last.current = { ids, at: now };
      begin();
      for (const { document } of rows) {
        if (!target || !document) continue;
        try {
          const { opened } = await bridge.openDocument(target, document.id);
          if (!opened) tell({ kind: "shownInFolder", name: document.shownName });
        } catch (thrown) {
          last.current.at = Number.NEGATIVE_INFINITY;
          tell({ kind: "trouble", trouble: { act: "open", names: [document.shownName], failure: failureOf(thrown) } });
        }
      }
    },
    [begin, bridge, target, tell],
  );

  const save = useCallback(
    async (rows: readonly FileRow[]) => {
      const documents = rows.flatMap((row) => row.document ?? []);
      if (!target || documents.length === 0) return;
      const ids = documents.map((document) => document.id);
      begin();
      try {
        await bridge.saveDocuments(target, ids);
      } catch (thrown) {
        const names = documents.map((document) => document.shownName);
        tell({ kind: "trouble", trouble: { act: "save", names, failure: failureOf(thrown) } });
      }
    },
    [begin, bridge, target, tell],
  );
  const cancel = useCallback(
    async (transferId: number) => {
      begin();
      try {
        await bridge.cancelTransfers([transferId]);
      } catch (thrown) {
        tell({ kind: "trouble", trouble: { act: "cancel", names: [], failure: failureOf(thrown) } });
      }
    },
    [begin, bridge, tell],
  );
  return { open, save, remove, cancel };
}

/** Puts a name on the clipboard, and shows a toast. */
export function useCopyName() {
  const bridge = useBridge();
  const { t } = useTranslation("documents");
  return useCallback(
    async (name: string) => {
      await bridge.copyText(name);
      tellDone(t("panel.nameCopied"));
    },
    [bridge, t],
  );
}

/** Deletes with undo: the rows leave at once, and nothing is sent before the time of the toast is over. */
function useDelete(target: Target | null) {
  const tell = useDesk((state) => state.tell);
  const begin = useDesk((state) => state.begin);
  const bridge = useBridge();
  const queries = useQueryClient();
  const setLeaving = useDesk((state) => state.setLeaving);
  const revealAgain = useDesk((state) => state.revealAgain);
  const { t } = useTranslation("documents");
  const { t: common } = useTranslation("common");
  const undoAct = useUndoAct();
  const formats = useFormats();
  const words = useFailureWords();
  return useCallback(
    async (rows: readonly FileRow[]) => {
      const documents = rows.flatMap((row) => row.document ?? []);
      if (!target || documents.length === 0) return;
      const ids = documents.map((document) => document.id);
      const namesOf = (wanted: readonly string[]) =>
        documents.filter((document) => wanted.includes(document.id)).map((document) => document.shownName);
      const refuse = (act: Trouble["act"], back: readonly string[], failure: Failure) => {
        setLeaving(back, false);
        tell({ kind: "trouble", trouble: { act, names: namesOf(back), failure } });
      };
      /** A folder still has its file, and will ask about it: whoever meant both learns it now. */
      const stillThere = (wanted: readonly string[]): string => {
        const folders = documents.flatMap(({ id, folder }) =>
          folder !== null && wanted.includes(id) ? [folder.name] : [],
        );
        if (folders.length === 0) return "";
        return wanted.length === 1
          ? t("stillInFolder", { folder: folders[0] })
          : t("stillInFolders", { count: folders.length });
      };
      begin();
      setLeaving(ids, true);
      try {
        const { undoId, deleted, refused } = await bridge.deleteDocuments(target, ids);
        for (const { id, failure } of refused) refuse("delete", [id], failure);
        if (undoId === null) return setLeaving(deleted, false);
        const done = t("deleted", { count: deleted.length, name: namesOf(deleted)[0] });
        const text = [done, stillThere(deleted)].filter(Boolean).join(" ");
        announce(text);
        offerUndo({
          text,
          undo: async () => {
            begin();
            setLeaving(deleted, false);
            // The keyboard stands on what is back: another Del is about that again, not about the next file.
            revealAgain(target, deleted[0]);
            try {
              await bridge.undoDelete(undoId);
              tellDone(t("undone", { count: deleted.length, name: namesOf(deleted)[0] }));
            } catch (thrown) {
              refuse("undo", deleted, failureOf(thrown));
            }
          },
          finish: async (why) => {
            /** Stands on after the connection was left, where a line above the files would not. */
            const tellLeft = (of: readonly string[], failure: Failure) => {
              const { sentence, fix } = words(failure);
              const why = [sentence, fix].filter(Boolean).join(" ");
              tellDone(t("notDeleted", { count: of.length, name: namesOf(of)[0], why }));
            };
            try {
              const kept = await bridge.finishDelete(undoId);
              const count = deleted.length - kept.length;
              if (why !== "closed" && count > 0) {
                const restore = { label: common("restoreFromHistory"), run: () => void undoAct(undoId, true) };
                const time = formats.clock(new Date());
                const said = common("wasDeleted", { count, name: namesOf(deleted)[0], time });
                tellDone(said, why === "left" ? [] : [restore]);
              }
              const [first] = kept;
              if (why === "left" && first !== undefined)
                tellLeft(
                  kept.map(({ id }) => id),
                  first.failure,
                );
              if (kept.length > 0) {
                // Listed again at once, also while the server is away and no list can be read.
                const known = await bridge.listDocuments(target, false).catch(() => undefined);
                if (known !== undefined) queries.setQueryData(keys.documents(target), known);
              }
              for (const { id, failure } of kept) refuse("delete", [id], failure);
              const read = queries.invalidateQueries({ queryKey: keys.documents(target) });
              if (why !== "left") await read;
              setLeaving(deleted, false);
            } catch (thrown) {
              if (why === "left") tellLeft(deleted, failureOf(thrown));
              refuse("delete", deleted, failureOf(thrown));
            }
          },
        });
      } catch (thrown) {
        refuse("delete", ids, failureOf(thrown));
      }
    },
    [begin, bridge, common, formats, queries, revealAgain, setLeaving, target, t, tell, undoAct, words],
  );
}

/** How long a plan that was left is kept. */
const keptMs = 600_000;

/** A plan's project by its number, with the work order where it is for one. */
function placeOf(place: DropPlan["place"]): string {
  if (place === null) return "";
  return place.target.workOrder === null ? place.projectNumber : `${place.projectNumber} ${place.title}`;
}

/** The toasts of plans that were left. */
const leftToasts = new Map<number, LeftPlan>();

/** Returns true if a plan goes to this place; one without a project goes to none. */
function isFor({ place }: DropPlan, target: Target | null): boolean {
  return place === null || target === null ? place === target : sameTarget(place.target, target);
}

/** A plan that was left says no more that its files were not uploaded, once all of them are planned again for its place, if it had one. */
function forgetPlannedAgain({ rows, place }: DropPlan): void {
  const planned = new Set(rows.map(({ name }) => name));
  const isOver = ({ names, target }: LeftPlan) => {
    const isSame = target === null || (place !== null && sameTarget(target, place.target));
    return isSame && names.every((name) => planned.has(name));
  };
  for (const [toast, left] of leftToasts) {
    if (!isOver(left)) continue;
    leftToasts.delete(toast);
    dropUndo(toast);
  }
  setLeftPlans((plans) => plans.filter((left) => !isOver(left)));
}

/** Nothing that was chosen or left under one connection is shown, or can be uploaded, under another. */
export function useForgetOfOthers(): void {
  const connection = useConnection()?.name;
  useEffect(() => {
    const before = useDesk.getState().connection;
    if (connection === undefined || connection === before) return;
    if (before !== null) {
      for (const toast of leftToasts.keys()) dropUndo(toast);
      leftToasts.clear();
      useDesk.getState().reset();
    }
    useDesk.setState({ connection });
  }, [connection]);
}

/** The three doors to the drop plan: a drop, the picker, paste. Nothing is sent by any of them. */
export function usePlanActs() {
  const tell = useDesk((state) => state.tell);
  const begin = useDesk((state) => state.begin);
  const bridge = useBridge();
  const setPlan = useDesk((state) => state.setPlan);
  const openPlan = useDesk((state) => state.openPlan);
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const notes = useTranslation("documents", { keyPrefix: "notes" }).t;
  const words = useLeftWords();

  /** Brings a plan back that was left; where that fails for now it can be tried again. */
  const reopen = useCallback(
    async (left: LeftPlan) => {
      begin();
      setLeftPlans((plans) => plans.filter(({ planId }) => planId !== left.planId));
      try {
        openPlan(await bridge.reopenPlan(left.planId));
      } catch (thrown) {
        const failure = failureOf(thrown);
        if (failure.kind !== "notFound") setLeftPlans((plans) => [...plans, left]);
        tell({ kind: "trouble", trouble: { act: "send", names: [], failure } });
      }
    },
    [begin, bridge, openPlan, tell],
  );

  /**
   * Shows that files of a plan were not uploaded. The plan is kept ten minutes; the toast brings it back, and after
   * that the line above the files. Ctrl Z never does.
   */
  const offerAgain = useCallback(
    ({ planId, place }: DropPlan, rows: readonly PlanRow[]) => {
      const names = rows.map(({ name }) => name);
      const until = Date.now() + keptMs;
      const left = { planId, names, place: placeOf(place), target: place?.target ?? null, until };
      const toast = offerUndo({
        text: words(left),
        label: t("reviewAgain"),
        keys: false,
        undo: () => {
          leftToasts.delete(toast);
          return reopen(left);
        },
        finish: () => {
          leftToasts.delete(toast);
          setLeftPlans((plans) => [...plans, left]);
        },
      });
      leftToasts.set(toast, left);
    },
    [reopen, t, words],
  );

  /** Leaves the plan. What is in the project already has nothing to be uploaded. */
  const leave = useCallback(
    async (plan: DropPlan) => {
      setPlan(null);
      await bridge.discardPlan(plan.planId).catch(() => {});
      const left = plan.rows.filter(({ what }) => what !== "alreadyThere");
      if (left.length > 0) offerAgain(plan, left);
    },
    [bridge, offerAgain, setPlan],
  );

  /** Files for the place of the plan that is open are added to it; with others it waits, and is shown after theirs. */
  const plan = useCallback(
    async (dropId: string, target: Target | null, section: string | null): Promise<DropPlan | null> => {
      begin();
      try {
        const open = useDesk.getState().plan;
        if (open !== null && isFor(open, target)) {
          const joined = await bridge.addToPlan(open.planId, dropId);
          forgetPlannedAgain(joined);
          setPlan((now) => (now?.planId === joined.planId ? joined : now));
          return joined;
        }
        const made = await bridge.planDrop(dropId, target, section);
        forgetPlannedAgain(made);
        openPlan(made);
        return made;
      } catch (thrown) {
        tell({ kind: "trouble", trouble: { act: "send", names: [], failure: failureOf(thrown) } });
        return null;
      }
    },
    [begin, bridge, openPlan, setPlan, tell],
  );

  /** Answers whether there is something to show for it: a plan, or why there is none. Without files it was no act: the
   * window asks by itself, too, and what was said of the one before stays. */
  const from = useCallback(
    async (ask: () => Promise<DroppedFiles | null>, target: Target | null, section: string | null) => {
      try {
        const drop = await ask();
        if (drop) await plan(drop.dropId, target, section);
        return drop !== null;
      } catch (thrown) {
        begin();
        tell({ kind: "trouble", trouble: { act: "send", names: [], failure: failureOf(thrown) } });
        return true;
      }
    },
    [begin, plan, tell],
  );
  const pick = useCallback(
    (folders: boolean, target: Target | null, section: string | null = null) =>
      from(() => bridge.pickFiles(folders), target, section),
    [bridge, from],
  );
  /** A file that is chosen for the place of a document goes there under its name. Of several none is meant. */
  const replace = useCallback(
    async (target: Target, section: string, replaceId: string) => {
      begin();
      try {
        const drop = await bridge.pickFiles(false);
        const made = drop === null ? null : await plan(drop.dropId, target, section);
        const [row, ...others] = made?.rows ?? [];
        if (made === null || row === undefined || others.length > 0) return;
        const change = { section: null, sameName: "replace" as const, useSafeName: false, replaceId };
        const changed = await bridge.changePlan(made.planId, [row.rowId], change);
        setPlan((now) => (now?.planId === made.planId ? mergeRows(now, changed) : now));
      } catch (thrown) {
        tell({ kind: "trouble", trouble: { act: "send", names: [], failure: failureOf(thrown) } });
      }
    },
    [begin, bridge, plan, setPlan, tell],
  );
  const paste = useCallback(
    (target: Target | null) =>
      from(
        async () => {
          const files = await bridge.pasteFiles();
          if (files === null) tellDone(notes("nothingToPaste"));
          return files;
        },
        target,
        null,
      ),
    [bridge, from, notes],
  );

  /** What the file manager gave, if it gave anything: the plan asks for the project. */
  const given = useCallback(() => from(() => bridge.takeGivenFiles(), null, null), [bridge, from]);
  return { plan, pick, replace, paste, given, leave, reopen, offerAgain };
}
