/** View state that crosses panes and screens: which page is shown, the drag over the window, the plan, open panels. */
import { create } from "zustand";
import type { DropPlan, Failure, Payloads, Target } from "../../ipc";
import { useOpenReview } from "../../shared/unsaved";
import type { DropTarget } from "./drag/model";
import type { Filter } from "./files/model";

/** Something that did not work, with the files it was about. */
export type Trouble = {
  act: "open" | "save" | "delete" | "undo" | "send" | "cancel";
  names: string[];
  failure: Failure;
};
/** A line above the files that stays until it is closed, or something else is done. */
export type Said = { kind: "trouble"; trouble: Trouble } | { kind: "shownInFolder"; name: string };

/**
 * Files of a plan that was left. `place` is the number of their project, with their work order, and empty while none was
 * chosen. `until`: when it is no longer kept, in milliseconds since 1970.
 */
export type LeftPlan = {
  planId: string;
  names: readonly string[];
  place: string;
  target: Target | null;
  until: number;
};

/** A drag as it is now. A place that the desktop side cannot tell counts as the corner, where no target is. */
export type Drag = Payloads["dragMoved"] & { x: number; y: number; over: DropTarget | null };

type State = {
  /** The connection that all this is about, by its name; none before the first one. */
  connection: string | null;
  target: Target | null;
  /** A document to be selected once its project is listed. */
  reveal: string | null;
  /** The filter that the files of the page begin with: a link led to what needs it. */
  beginFilter: Filter | null;
  /** Documents whose delete can still be taken back: they are on the page, and not shown. */
  leaving: ReadonlySet<string>;
  drag: Drag | null;
  /** The project that a drag rested on: its work orders are shown. */
  openByDrag: string | null;
  plan: DropPlan | null;
  /** Plans that are shown once that one is done with. */
  nextPlans: readonly DropPlan[];
  /** Plans that were left and can be reviewed again; their toasts are gone. */
  leftPlans: readonly LeftPlan[];
  /** What went wrong or needs saying, newest first. */
  said: Said[];
  /** The service refused to change anything for this client: what edits is taken away. */
  readOnly: boolean;
};

type Acts = {
  show: (target: Target | null, reveal?: string, filter?: Filter) => void;
  /** The filter was set. */
  filtered: () => void;
  revealed: () => void;
  /** A document is shown again after it left: it is selected, if its project is shown. */
  revealAgain: (target: Target, id: string | undefined) => void;
  setDrag: (drag: State["drag"]) => void;
  openForDrag: (projectId: string | null) => void;
  /** Changes the plan that is shown; after the last change of one the next one is shown. */
  setPlan: (change: DropPlan | null | ((plan: DropPlan | null) => DropPlan | null)) => void;
  /** Shows a plan before those that wait, the one that is shown now among them. */
  openPlan: (plan: DropPlan) => void;
  /** Shows a plan after the one that is shown. */
  queuePlan: (plan: DropPlan) => void;
  setLeaving: (ids: readonly string[], leaving: boolean) => void;
  tell: (said: Said) => void;
  untell: (said: Said) => void;
  /** Another act, or another tab: what was said of the one before is old. */
  begin: () => void;
  reset: () => void;
};

const start: State = {
  connection: null,
  target: null,
  reveal: null,
  beginFilter: null,
  leaving: new Set(),
  drag: null,
  openByDrag: null,
  plan: null,
  nextPlans: [],
  leftPlans: [],
  said: [],
  readOnly: false,
};

export const useDesk = create<State & Acts>()((set) => ({
  ...start,
  show: (target, reveal, filter) => set({ target, reveal: reveal ?? null, beginFilter: filter ?? null, said: [] }),
  filtered: () => set({ beginFilter: null }),
  revealed: () => set({ reveal: null }),
  revealAgain: (target, id) => set((state) => (state.target === target && id !== undefined ? { reveal: id } : {})),
  setDrag: (drag) => set({ drag }),
  openForDrag: (openByDrag) => set({ openByDrag }),
  setPlan: (change) =>
    set(({ plan, nextPlans }) => {
      const changed = typeof change === "function" ? change(plan) : change;
      if (changed !== null) return { plan: changed };
      const [next = null, ...rest] = nextPlans;
      return { plan: next, nextPlans: rest };
    }),
  openPlan: (opened) =>
    set(({ plan, nextPlans }) => ({ plan: opened, nextPlans: plan === null ? nextPlans : [plan, ...nextPlans] })),
  queuePlan: (plan) => set(({ nextPlans }) => ({ nextPlans: [...nextPlans, plan] })),
  setLeaving: (ids, leaving) =>
    set((state) => {
      const next = new Set(state.leaving);
      for (const id of ids) {
        if (leaving) next.add(id);
        else next.delete(id);
      }
      return { leaving: next };
    }),
  tell: (said) =>
    set((state) => ({
      said: [said, ...state.said].slice(0, 4),
      readOnly: state.readOnly || (said.kind === "trouble" && said.trouble.failure.kind === "readOnlyClient"),
    })),
  untell: (said) => set((state) => ({ said: state.said.filter((each) => each !== said) })),
  begin: () => set({ said: [] }),
  reset: () => set(start),
}));

/** The plans that were left, as `change` has them. */
export function setLeftPlans(change: (plans: readonly LeftPlan[]) => readonly LeftPlan[]): void {
  useDesk.setState(({ leftPlans }) => ({ leftPlans: change(leftPlans) }));
}

// A switch of the connection asks before it closes a review, whichever screen is shown.
useDesk.subscribe(({ plan, nextPlans }) => {
  const open = plan === null ? nextPlans : [plan, ...nextPlans];
  const files = open.reduce((sum, { rows }) => sum + rows.length, 0);
  if (files !== useOpenReview.getState().files) useOpenReview.setState({ files });
});
