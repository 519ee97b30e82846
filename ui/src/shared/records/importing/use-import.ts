/** An import, from the file to its outcome. Nothing is changed before it is applied. */

import { useCallback, useRef, useState } from "react";
import {
  type BatchReport,
  type Failure,
  failureOf,
  type ImportFile,
  type ImportLook,
  type ImportOptions,
  type ImportPlan,
  useBridge,
} from "../../../ipc";
import { useSavedToast } from "../../use-saved-toast";
import { useKind } from "../kind";
import { serverValues } from "./file-values";
import { columnsFor, headingsOf, keeping } from "./kept-columns";
import type { Given } from "./listed";

export type Step = "file" | "columns" | "check" | "result";

const usual: ImportOptions = {
  sheet: null,
  headingRow: null,
  encoding: null,
  create: false,
  createRows: [],
  otherPersonRows: [],
  decimals: "unknown",
  columns: {},
  repairs: [],
  allValues: false,
};

export function useImport() {
  const bridge = useBridge();
  const { resource, fields } = useKind();
  const [step, setStep] = useState<Step>("file");
  const [file, setFile] = useState<ImportFile | null>(null);
  const [options, setOptions] = useState<ImportOptions>(usual);
  const [look, setLook] = useState<ImportLook | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [report, setReport] = useState<BatchReport | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [fileValues, setFileValues] = useState(serverValues);
  const [busy, setBusy] = useState(false);
  const checked = useRef<{ options: ImportOptions; plan: ImportPlan } | null>(null);
  const answered = useRef(Promise.resolve());
  /** The answers of rows that stand, the newest last: Ctrl Z goes back in them. */
  const given = useRef<readonly Given[]>([]);
  const tellSaved = useSavedToast(setFailure);

  const attempt = useCallback(async (act: () => Promise<void>) => {
    setFailure(null);
    setBusy(true);
    try {
      await act();
    } catch (thrown) {
      setFailure(failureOf(thrown));
    } finally {
      setBusy(false);
    }
  }, []);
  const open = (chosen: ImportFile) =>
    attempt(async () => {
      setFile(chosen);
      setFileValues(serverValues);
      given.current = [];
      let first = usual;
      let seen = await bridge.lookImport(resource, chosen.fileId, first);
      const kept = columnsFor(fields.kept(), headingsOf(seen.columns));
      if (kept !== null) {
        first = { ...usual, columns: { ...kept } };
        seen = await bridge.lookImport(resource, chosen.fileId, first);
      }
      setOptions(first);
      setLook(seen);
      setStep("columns");
    });
  const lookAgain = (next: ImportOptions) =>
    attempt(async () => {
      if (file === null) return;
      setLook(await bridge.lookImport(resource, file.fileId, next));
      setOptions(next);
    });
  const check = (next: ImportOptions = options) =>
    attempt(async () => {
      if (file === null) return;
      const planned = await bridge.planImport(resource, file.fileId, next);
      const before = checked.current?.plan;
      checked.current = { options: next, plan: planned };
      setPlan(planned);
      const headings = headingsOf(planned.columns);
      fields.keep(keeping(fields.kept(), headings, next.columns));
      setOptions(next);
      setStep("check");
      // Nobody waits for it.
      if (before !== undefined)
        void bridge.discardImport(before.planId).catch((thrown) => setFailure(failureOf(thrown)));
    });
  /** Answers of rows are checked one after the other: none is lost while another one is being checked. */
  const answer = (change: (now: ImportOptions) => ImportOptions) => {
    answered.current = answered.current.then(() => check(change(checked.current?.options ?? options)));
  };
  return {
    step,
    file,
    options,
    look,
    plan,
    report,
    failure,
    fileValues,
    setFileValues,
    busy,
    pick: () =>
      attempt(async () => {
        const chosen = await bridge.pickImportFile();
        if (chosen !== null) await open(chosen);
      }),
    /** Takes a dropped spreadsheet; any other drop goes on to a project. */
    drop: (dropId: string, pass: () => void) =>
      attempt(async () => {
        const chosen = await bridge.importFileOfDrop(dropId).catch((thrown) => {
          if (failureOf(thrown).kind !== "usage") throw thrown;
          return null;
        });
        await (chosen === null ? pass() : open(chosen));
      }),
    lookAgain,
    check,
    answer,
    given,
    back: () => setStep(step === "check" ? "columns" : "file"),
    done: (applied: BatchReport) => {
      setReport(applied);
      setStep("result");
    },
    saveBad: () =>
      void attempt(async () => {
        if (plan === null) return;
        const written = await bridge.saveBadRows(plan.planId);
        if (written !== null) tellSaved(written);
      }),
    attempt,
    setFailure,
  };
}

export type Import = ReturnType<typeof useImport>;
