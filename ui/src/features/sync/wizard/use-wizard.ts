/** The wizard's draft and what it asks for. The draft outlives the screen, so that Esc loses nothing. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import {
  type FirstPlan,
  type FolderDeletes,
  type FolderDraft,
  failureOf,
  type PickedFolder,
  useBridge,
} from "../../../ipc";
import { announce } from "../../../shared/announce";
import type { Place } from "../../../shared/places";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";

export const steps = ["folder", "target", "section", "plan"] as const;
export type Step = (typeof steps)[number];

interface Draft {
  step: Step;
  /** A folder that was dropped and not taken in yet. */
  dropped: string | null;
  picked: PickedFolder | null;
  place: Place | null;
  bySubfolder: boolean;
  section: string;
  deletes: FolderDeletes;
}

const start: Draft = {
  step: "folder",
  dropped: null,
  picked: null,
  place: null,
  bySubfolder: false,
  section: "",
  deletes: "ask",
};

export const useDraft = create<Draft>(() => start);

export type Wizard = ReturnType<typeof useWizard>;

export function useWizard() {
  const { t } = useTranslation("sync");
  const bridge = useBridge();
  const navigate = useNavigate();
  const formats = useFormats();
  const draft = useDraft();
  const { ask, busy, failure } = useAsk();
  const { picked, place } = draft;

  const take = useCallback((folder: PickedFolder | null | undefined) => {
    // What lies in subfolders would be left out without a section for each of them.
    if (folder) useDraft.setState({ picked: folder, bySubfolder: folder.inSubfolders > 0, step: "target" });
  }, []);
  const pick = useCallback(async () => take(await ask(() => bridge.pickFolder())), [ask, bridge, take]);
  const makeSample = useCallback(async () => take(await ask(() => bridge.makeSampleFolder())), [ask, bridge, take]);
  const takeDrop = useCallback(
    (dropId: string) => void ask(() => bridge.folderOfDrop(dropId)).then(take),
    [ask, bridge, take],
  );

  const goal = draftOf(draft);
  const plan = usePlanOf(picked, draft.step === "plan" ? goal : null);
  /** Which sections the subfolders would make, while the section is chosen. */
  const preview = usePlanOf(
    picked,
    draft.step === "section" && goal !== null ? { ...goal, section: null, sectionsBySubfolder: true } : null,
  );

  const begin = async () => {
    if (picked === null || goal === null) return;
    const id = await ask(() => bridge.startFolder(picked.pickId, goal));
    if (id === undefined) return;
    announce(t("wizard.started", { folder: picked.name }));
    useDraft.setState(start, true);
    void navigate({ to: "/folders" });
  };

  /** What Enter does while nothing takes it; nothing where it would choose a place or upload. */
  const enter: Record<Step, (() => void) | null> = {
    folder: picked === null ? () => void pick() : () => useDraft.setState({ step: "target" }),
    target: null,
    section: () => useDraft.setState({ step: "plan" }),
    plan: null,
  };

  const files = picked === null ? "" : t("fileCount", { count: picked.files });
  const answers: Record<Step, string> = {
    folder: picked === null ? "" : `${picked.shownPath} · ${files}`,
    target: place === null ? "" : placeWords(place),
    section: [
      draft.bySubfolder ? t("wizard.bySubfolder") : draft.section.trim() || t("wizard.defaultSection"),
      t(`wizard.deletesOf.${draft.deletes}`),
    ].join(" · "),
    plan: "",
  };

  return {
    ...draft,
    answers,
    busy,
    failure,
    plan,
    preview,
    pick,
    makeSample,
    takeDrop,
    begin: () => void begin(),
    enter: busy ? null : enter[draft.step],
    counted: picked === null ? "" : t("wizard.counted", { files, bytes: formats.bytes(picked.bytes) }),
    set: (change: Partial<Draft>) => useDraft.setState(change),
    go: (step: Step) => useDraft.setState({ step }),
  };
}

/** What will be asked for; nothing while the folder or the place is missing. */
export function draftOf({ picked, place, bySubfolder, section, deletes }: Draft): FolderDraft | null {
  if (picked === null || place === null) return null;
  return {
    target: { project: place.project.id, workOrder: place.workOrder?.id ?? null },
    section: bySubfolder || section.trim() === "" ? null : section.trim(),
    sectionsBySubfolder: bySubfolder,
    deletes,
  };
}

/** `P-2026-004 VA Sandnes sør`, `4-130 Kryssing Hoveveien, P-2026-004`. */
export function placeWords({ project, workOrder }: Place): string {
  const named = [project.number, project.name].filter(Boolean).join(" ");
  if (workOrder === null) return named;
  return `${[workOrder.number, workOrder.name].filter(Boolean).join(" ")}, ${project.number}`;
}

function usePlanOf(picked: PickedFolder | null, draft: FolderDraft | null) {
  const bridge = useBridge();
  const query = useQuery<FirstPlan>({
    queryKey: ["firstPlan", picked?.pickId, draft],
    queryFn: () =>
      picked === null || draft === null
        ? Promise.reject(new Error("no draft"))
        : bridge.planFolder(picked.pickId, draft),
    enabled: picked !== null && draft !== null,
    placeholderData: keepPreviousData,
    // The folder and the page may have moved since: each look at a step is a fresh one.
    staleTime: 0,
    gcTime: 0,
  });
  return {
    data: query.data,
    looking: query.isFetching,
    failure: query.error === null ? null : failureOf(query.error),
    again: () => void query.refetch(),
  };
}
