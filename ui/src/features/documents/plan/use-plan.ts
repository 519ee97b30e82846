/** The plan on the screen: ticks, filter, folded groups, and every change that the desktop side works out. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type DropPlan,
  type Failure,
  failureOf,
  type PlanChange,
  type PlanRow,
  type SameName,
  type Target,
  useBridge,
  useBridgeEvent,
} from "../../../ipc";
import { announce } from "../../../shared/announce";
import { useKeptPlaces } from "../../../shared/parts";
import { tellDone } from "../../../shared/undo/store";
import { usePlanActs } from "../mutations";
import { useDesk } from "../store";
import { changeOf, type Decision } from "./decisions";
import {
  groupRows,
  listRows,
  mergeRows,
  placesOf,
  sectionChoices,
  setTicks,
  type Ticks,
  type Total,
  toSend,
  totalOf,
  totals,
} from "./model";

/** A change that leaves everything as it is. */
const LEAVE: PlanChange = { section: null, sameName: null, useSafeName: false, replaceId: null };

/** After so long without news a plan that is not ready is asked for. */
const ASK_AGAIN_MS = 1_000;

export function usePlan(plan: DropPlan) {
  const bridge = useBridge();
  const setPlan = useDesk((state) => state.setPlan);
  const queuePlan = useDesk((state) => state.queuePlan);
  const show = useDesk((state) => state.show);
  const { offerAgain } = usePlanActs();
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const [ticks, setTicksState] = useState<Ticks>(new Map());
  const [filter, setFilter] = useState<Total | null>(null);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const { places, hold: keep, settle } = useKeptPlaces<string>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const [putting, setPutting] = useState(false);
  const [notPut, setNotPut] = useState<readonly Failure[]>([]);
  const [compared, setCompared] = useState<number | null>(null);
  const { planId } = plan;

  useBridgeEvent("planChanged", (changed) => {
    if (changed.planId === planId) setPlan((now) => now && mergeRows(now, changed.rows, changed.ready));
  });

  // What became known before this listened was told to nobody, and an answer may be older than what was told since: it
  // is asked at once, and again whenever nothing is told for a while, until all is known.
  const asked = useRef("");
  useEffect(() => {
    if (plan.ready) return;
    const timer = setTimeout(
      async () => {
        asked.current = planId;
        try {
          const fresh = await bridge.getPlan(planId);
          setPlan((now) => (now?.planId === planId ? mergeRows(now, fresh.rows, fresh.ready) : now));
        } catch (thrown) {
          setFailure(failureOf(thrown));
        }
      },
      asked.current === planId ? ASK_AGAIN_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [bridge, plan, planId, setPlan]);

  const groups = useMemo(() => groupRows(plan, filter, ticks, places), [plan, filter, ticks, places]);
  const rows = useMemo(() => listRows(groups, turned), [groups, turned]);
  const chosen = useMemo(() => toSend(plan.rows, ticks), [plan.rows, ticks]);
  const sums = useMemo(() => totals(plan.rows, ticks), [plan.rows, ticks]);
  const sections = useMemo(() => sectionChoices(plan), [plan]);

  /** Runs a command; what it refuses stands above the list. */
  const ask = useCallback(async (act: () => Promise<void>) => {
    setFailure(null);
    try {
      await act();
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  }, []);
  const listed = useRef(groups);
  listed.current = groups;
  /** Rows that a person changes stay where they are, or the next click would meet another one. */
  const hold = useCallback(
    (rows: readonly PlanRow[]) => {
      keep(placesOf(listed.current, new Set(rows.map((row) => row.rowId))));
    },
    [keep],
  );
  const tick = useCallback(
    (wanted: readonly PlanRow[], on: boolean) => {
      // The tick of one name is taken from another.
      hold([...wanted, ...plan.rows.filter((row) => row.what === "sameNameTwice")]);
      setTicksState((now) => setTicks(plan.rows, now, wanted, on));
    },
    [hold, plan.rows],
  );
  const change = useCallback(
    (wanted: readonly PlanRow[], what: Partial<PlanChange>) =>
      ask(async () => {
        const ids = wanted.map((row) => row.rowId);
        const changed = await bridge.changePlan(planId, ids, { ...LEAVE, ...what });
        hold([...wanted, ...changed]);
        setPlan((now) => now && mergeRows(now, changed));
        // Who decides about a row wants it to go: the tick follows what the plan now proposes.
        setTicksState((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
      }),
    [ask, bridge, hold, planId, setPlan],
  );
  const decide = useCallback(
    (decision: Decision) => {
      const what = changeOf(decision);
      if (what === null) tick(decision.rows, true);
      else void change(decision.rows, what);
    },
    [change, tick],
  );
  const openFile = useCallback(
    (row: PlanRow) => ask(async () => void (await bridge.openPlanFile(planId, row.rowId))),
    [ask, bridge, planId],
  );
  const openDocument = useCallback(
    (target: Target, id: string) => ask(async () => void (await bridge.openDocument(target, id))),
    [ask, bridge],
  );
  const whole = useCallback(
    (act: () => Promise<DropPlan>) =>
      ask(async () => {
        setPlan(await act());
        setTicksState(new Map());
        settle();
      }),
    [ask, setPlan, settle],
  );
  const put = useCallback(
    (wanted: readonly PlanRow[], name: string) =>
      ask(async () => {
        if (putting) return;
        setPutting(true);
        setNotPut([]);
        try {
          const ids = wanted.map((row) => row.rowId);
          const { plan: after, failures } = await bridge.putIntoFolders(planId, ids);
          setNotPut(failures);
          const left = new Set(after.rows.map((row) => row.rowId));
          const count = ids.filter((id) => !left.has(id)).length;
          if (count > 0) tellDone(t("put.done", { count, name }));
          setPlan(after.rows.length === 0 ? null : after);
        } finally {
          setPutting(false);
        }
      }),
    [ask, bridge, planId, putting, setPlan, t],
  );
  const split = useCallback(
    (wanted: readonly PlanRow[], target: Target) =>
      ask(async () => {
        const ids = wanted.map((row) => row.rowId);
        const { left, other } = await bridge.splitPlan(planId, ids, target);
        setPlan(left);
        queuePlan(other);
      }),
    [ask, bridge, planId, queuePlan, setPlan],
  );
  const send = useCallback(
    () =>
      ask(async () => {
        if (chosen.length === 0 || sending) return;
        setSending(true);
        try {
          const count = await bridge.sendPlan(
            planId,
            chosen.map((row) => row.rowId),
          );
          announce(t("uploading", { count }));
          setPlan(null);
          // Nothing was open: what was chosen here is what there is to see now.
          if (useDesk.getState().target === null && plan.place !== null) show(plan.place.target);
          // What was taken out by hand is no news; what could not go is.
          const open = plan.rows.filter((row) => ["needChoice", "stopped"].includes(totalOf(row, ticks)));
          if (open.length > 0) offerAgain(plan, open);
        } finally {
          setSending(false);
        }
      }),
    [ask, bridge, chosen, offerAgain, plan, planId, sending, setPlan, show, t, ticks],
  );

  return {
    ticks,
    tick,
    filter,
    setFilter: (wanted: Total | null) => {
      setFilter(wanted);
      settle();
    },
    settle,
    rows,
    chosen,
    sums,
    sections,
    failure,
    sending,
    send,
    put,
    putting,
    notPut,
    split,
    change,
    decide,
    openFile,
    openDocument,
    compared: plan.rows.find((row) => row.rowId === compared) ?? null,
    // What failed before, or in the comparison, is not what is looked at next.
    compare: (row: PlanRow | null) => {
      setFailure(null);
      setCompared(row?.rowId ?? null);
    },
    turn: (key: string) =>
      setTurned((now) => {
        const next = new Set(now);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    setSameName: (sameName: SameName) => whole(() => bridge.setPlanSameName(planId, sameName)),
    setSubfolders: (on: boolean) => whole(() => bridge.setSubfoldersAsSections(planId, on)),
    retarget: (target: Target) => whole(() => bridge.retargetPlan(planId, target, null)),
  };
}

export type PlanState = ReturnType<typeof usePlan>;
