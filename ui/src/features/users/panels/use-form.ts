/** The form of one user, or of a new one: its draft, what the desktop side says of it while it is typed, and saving. */

import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CellProblem, type CellValue, type Failure, failureOf, useBridge } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { useProblemWords } from "../../../shared/records/use-problem-words";
import { offerUndo } from "../../../shared/undo/store";
import { useWriting } from "../../../shared/use-writing";
import { rowName, type UserActs } from "../actions/use-user-acts";
import { changesOf, emptyDraft, formOf, storedText, typedInto } from "../model/draft";
import { allFormFields } from "../model/fields";
import { showValue } from "../model/show";
import { useUsers } from "../users/store";
import { useShowing } from "../users/use-showing";
import {
  bringBack,
  draftOf,
  dropDrafts,
  newUser,
  noteStep,
  openPanel,
  setDraft,
  setView,
  undoStep,
  useView,
} from "../users/view";

/** So long nobody has typed before it is judged, in milliseconds. */
const quietMs = 250;

export type Form = ReturnType<typeof useForm>;

type Problems = Readonly<Record<string, CellProblem>>;

export function useForm(id: string | null, acts: UserActs) {
  const bridge = useBridge();
  const writing = useWriting();
  const to = useShowing();
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const problemWords = useProblemWords();
  const failureWords = useFailureWords();
  const user = useUsers(({ users }) => (id === null ? undefined : users.get(id)));
  const kept = id ?? newUser;
  const draft = useView((view) => view.drafts[kept] ?? emptyDraft);
  const [problems, setProblems] = useState<Problems>({});
  /** Days and phone numbers as they would be stored, each with the text that was typed for it. */
  const [read, setRead] = useState<Readonly<Record<string, { typed: string | undefined; value: CellValue }>>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Fields that were left, or all of them after a try to save: what nobody has seen yet, or is typing in, is not wrong. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [saving, setSaving] = useState(false);
  const turn = useRef(0);

  // Judged while it is typed; an answer about an older text is not shown.
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    if (changesOf(draft) === 0) return setProblems({});
    const timer = setTimeout(() => {
      bridge
        .checkUser(id, formOf(draft), writing)
        .then((found) => {
          if (mine !== turn.current) return;
          setProblems(byField(found.problems));
          const values = found.read.map(({ field, value }) => [field, { typed: draft.typed[field], value }] as const);
          setRead(Object.fromEntries(values));
        })
        .catch((thrown) => {
          if (mine === turn.current) setFailure(failureOf(thrown));
        });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [bridge, draft, id, writing]);

  const stored = (field: string) => storedText(user, field, to);
  const seen = (field: string) => left.has(field);
  /** A day or a phone number that was left is shown in full, as it would be stored. */
  const inFull = (field: string): string | undefined => {
    const known = read[field];
    if (known === undefined || !seen(field) || known.typed !== draft.typed[field]) return undefined;
    return showValue(field, known.value, to);
  };
  /** Invisible characters are left out of the number as it was typed. */
  const cleaned = (field: string): boolean =>
    field === "employeeNumber" && seen(field) && read[field] !== undefined && read[field].typed === draft.typed[field];
  const forget = (field: string) => setRefused(({ [field]: _, ...others }) => others);

  /** A refusal of the service stands at the field that it names. */
  const refuse = (of: Failure) => {
    if (of.field === null || !isOfForm(of.field)) return setFailure(of);
    const { sentence, fix, small } = failureWords(of);
    setRefused({ [of.field]: [sentence, fix, small].filter((part) => part !== "").join(" ") });
  };

  /** Answers whether it is saved. */
  const save = async (): Promise<boolean> => {
    if (saving) return false;
    setFailure(null);
    setRefused({});
    setLeft(new Set(ofForm));
    if (id !== null && changesOf(draftOf(kept)) === 0) return false;
    setSaving(true);
    try {
      const { report, problems: found, cleaned } = await bridge.saveUser(id, formOf(draftOf(kept)), writing);
      setProblems(byField(found));
      if (report === null) return false;
      const [row] = report.rows;
      if (row?.failure != null) {
        refuse(row.failure);
        return false;
      }
      // Somebody else changed it, or it cannot be told: what was typed stays, and the result says it value by value.
      if (row === undefined || (row.outcome !== "saved" && row.outcome !== "already")) {
        openPanel({ kind: "report", report });
        return false;
      }
      dropDrafts([kept]);
      setLeft(new Set());
      const name = rowName(report);
      await acts.run({
        call: async () => report,
        said: () =>
          [
            t(id === null ? "done.created" : "done.saved", { name }),
            ...(cleaned ? [records("numberCleaned")] : []),
          ].join(" "),
      });
      // The list shows where it stands, as of one that was searched.
      if (id === null) setView({ panel: { kind: "detail", id: row.machineId }, reveal: row.machineId });
      return true;
    } catch (thrown) {
      setFailure(failureOf(thrown));
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    id,
    user,
    draft,
    failure,
    saving,
    stored,
    changes: changesOf(draft),
    value: (field: string) => inFull(field) ?? draft.typed[field] ?? stored(field),
    /** The day of a field, as the desktop side writes it; empty where it holds none. */
    day: (field: string): string => dayOf(draft.typed[field] === undefined ? user?.values[field] : read[field]?.value),
    type: (field: string, text: string) => {
      forget(field);
      setLeft((now) => new Set([...now].filter((each) => each !== field)));
      setDraft(kept, (now) => typedInto(now, field, text, stored(field)));
    },
    leave: (field: string) => {
      noteStep(kept);
      setLeft((now) => new Set([...now, field]));
    },
    /** Takes back what was typed last. */
    undo: () => void undoStep(),
    /** What is wrong with a field; nothing about one that was not left yet. */
    error: (field: string): string | undefined => {
      const problem = problems[field];
      return refused[field] ?? (problem !== undefined && seen(field) ? problemWords(problem) : undefined);
    },
    cleaned,
    /** Returns true once a field was left. */
    seen,
    /** The number is another one than that of the user who has almost the same. */
    meanNumber: () => {
      setDraft(kept, (now) => ({ ...now, numberMeant: true }));
      noteStep(kept);
    },
    problem: (field: string): CellProblem | undefined => (seen(field) ? problems[field] : undefined),
    /** Fields with something wrong, in the order of the form. */
    wrong: ofForm.filter((field) => refused[field] !== undefined || (problems[field] !== undefined && seen(field))),
    change: (what: Parameters<typeof setDraft>[1], field: string) => {
      forget(field);
      setDraft(kept, what);
      noteStep(kept);
      setLeft((now) => new Set([...now, field]));
    },
    discard: () => {
      const dropped = dropDrafts([kept]);
      // Typed text is never lost without a way back.
      offerUndo({
        text: records("discarded", { count: changesOf(draft) }),
        undo: () => bringBack(dropped),
      });
      setRefused({});
      setFailure(null);
      setLeft(new Set());
    },
    save,
  };
}

const dayOf = (value: CellValue | undefined) => (typeof value === "string" ? value.slice(0, 10) : "");

function byField(found: readonly { field: string; problem: CellProblem }[]): Problems {
  return Object.fromEntries(found.map(({ field, problem }) => [field, problem]));
}

const ofForm = [...allFormFields, "immediateSupervisors", "tags"];

const isOfForm = (field: string) => ofForm.includes(field);
