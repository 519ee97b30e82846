/** Pending edits: what is typed, pasted and filled goes to the desktop side, which reads it, keeps it and says what is wrong. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type CellEdit, type EditResult, type Failure, failureOf, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { useAppState } from "../../../shared/app-state";
import { readDate } from "../../../shared/read-date";
import { readNumber } from "../../../shared/read-number";
import { languageFor } from "../../../shared/words";
import { shownMachine } from "../fleet/cells";
import { changePending, useFleet } from "../fleet/store";
import { noteCommand, setView, useView } from "../fleet/view";
import { columnOf, isColumn } from "../model/fields";
import { redone, undone } from "../model/undo";
import { useDecide } from "./use-decide";

export type Edits = ReturnType<typeof useEdits>;

export function useEdits(onFailure: (failure: Failure | null) => void) {
  const bridge = useBridge();
  const { t } = useTranslation("machines");
  const { locale, settings } = useAppState();
  const language = languageFor(settings.language, locale);
  const decide = useDecide(onFailure);
  return useMemo(() => {
    const forms = formsOf(locale);
    let last: Promise<unknown> = Promise.resolve();
    const send = (edits: readonly CellEdit[]): Promise<EditResult | null> => {
      const sent = sendNow(edits);
      last = sent;
      return sent;
    };
    const sendNow = async (edits: readonly CellEdit[]): Promise<EditResult | null> => {
      if (edits.length === 0) return null;
      onFailure(null);
      try {
        const result = await bridge.editMachines([...edits], language);
        changePending(result.cells, result.cleared);
        useFleet.setState(({ state }) => ({
          state: state === null ? null : { ...result.state, revision: state.revision },
        }));
        return result;
      } catch (thrown) {
        onFailure(failureOf(thrown));
        return null;
      }
    };
    return {
      /** When everything that was put in is pending. */
      idle: () => last,
      /** Texts are read in the region's form first, which the desktop side does not know; the rest it reads itself. */
      apply: async (edits: readonly CellEdit[]): Promise<EditResult | null> => {
        const read = edits.map((edit) => asWritten(edit, forms));
        const result = await send(read);
        if (result !== null) noteCommand(result.before, read);
        return result;
      },
      undo: async (): Promise<boolean> => {
        const next = undone(useView.getState().commands);
        if (next === null) return false;
        setView({ commands: next.commands, newest: "edit" });
        await send(next.command.before);
        announce(t("undone", { count: next.command.before.length }));
        return true;
      },
      redo: async (): Promise<boolean> => {
        const next = redone(useView.getState().commands);
        if (next === null) return false;
        setView({ commands: next.commands, newest: "edit" });
        await send(next.command.after);
        announce(t("redone", { count: next.command.after.length }));
        return true;
      },
      discard: async () => {
        const { pending } = useFleet.getState();
        const back: CellEdit[] = [...pending.values()].flatMap((of) =>
          [...of.values()].map(({ machineId, field, text, value }): CellEdit => {
            return {
              machineId,
              field,
              input: text === null ? { kind: "value", value } : { kind: "text", value: text },
            };
          }),
        );
        const result = await send(back.map(({ machineId, field }) => ({ machineId, field, input: { kind: "none" } })));
        // Typed text is never lost without a way back.
        if (result !== null)
          noteCommand(
            back,
            back.map(({ machineId, field }) => ({ machineId, field, input: { kind: "none" } })),
          );
      },
      decide,
    };
  }, [bridge, decide, language, locale, onFailure, t]);
}

type Forms = { comma: boolean; monthFirst: boolean };

/** How the computer's region writes decimals and days. */
export function formsOf(region: string): Forms {
  const tag = region.split(".")[0]?.replaceAll("_", "-") ?? "";
  try {
    const decimal = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
    const [first] = new Intl.DateTimeFormat(tag)
      .formatToParts(new Date(2026, 10, 3))
      .filter((p) => p.type !== "literal");
    return { comma: decimal === ",", monthFirst: first?.type === "month" };
  } catch {
    // A region that the web view does not know: as in the countries this is made for.
    return { comma: true, monthFirst: false };
  }
}

/** A number or a day in the region's form as its value; every other text as it is. */
export function asWritten(edit: CellEdit, { comma, monthFirst }: Forms): CellEdit {
  const { field, input } = edit;
  if (input.kind !== "text" || !isColumn(field) || input.value.trim() === "") return edit;
  const { kind, unit } = columnOf(field);
  if (kind === "number" || kind === "whole") {
    const value = readNumber(input.value, comma, unit);
    const whole = kind === "number" || Number.isInteger(value);
    return value === undefined || value < 0 || !whole ? edit : { ...edit, input: { kind: "value", value } };
  }
  if (kind === "date") {
    const day = readDate(input.value, new Date(), monthFirst);
    if (day === undefined || day === "odd") return edit;
    const stored = shownMachine(edit.machineId)?.[field as "serviceDate"];
    // The clock time of a stored moment is not lost by typing its day again.
    const same = typeof stored === "string" && stored.slice(0, 10) === day.slice(0, 10);
    return { ...edit, input: { kind: "value", value: same ? stored : day } };
  }
  return edit;
}
