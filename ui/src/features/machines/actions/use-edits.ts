/** Pending edits: what is typed, pasted and filled goes to the desktop side, which reads it, keeps it and says what is wrong. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type CellEdit, type EditResult, type Failure, failureOf, type PendingEdit, useBridge } from "../../../ipc";
import { announce } from "../../../shared/announce";
import { dropUndo, tellDone } from "../../../shared/undo/store";
import { useWriting } from "../../../shared/use-writing";
import { changePending, useFleet } from "../fleet/store";
import { noteCommand, setView, useView } from "../fleet/view";
import { redone, undone } from "../model/undo";
import { useDecide } from "./use-decide";

export type Edits = ReturnType<typeof useEdits>;

export function useEdits(onFailure: (failure: Failure | null) => void) {
  const bridge = useBridge();
  const { t } = useTranslation(["machines", "records"]);
  const writing = useWriting();
  const decide = useDecide(onFailure);
  return useMemo(() => {
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
        const result = await bridge.editMachines([...edits], writing);
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
    const apply = async (edits: readonly CellEdit[]): Promise<EditResult | null> => {
      const result = await send(edits);
      if (result !== null) noteCommand(result.before, edits);
      return result;
    };
    return {
      /** When everything that was put in is pending. */
      idle: () => last,
      apply,
      /** Takes a number as it was typed, though it looks like that of another machine. */
      mean: ({ machineId, field, text }: PendingEdit) =>
        apply([{ machineId, field, input: { kind: "value", value: text } }]),
      undo: async (): Promise<boolean> => {
        const next = undone(useView.getState().commands);
        if (next === null) return false;
        // What was pasted is said of it only while it stands.
        setView({ commands: next.commands, pasted: null });
        await send(next.command.before);
        announce(t("undone", { count: next.command.before.length }));
        return true;
      },
      redo: async (): Promise<boolean> => {
        const next = redone(useView.getState().commands);
        if (next === null) return false;
        setView({ commands: next.commands, pasted: null });
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
        setView({ pasted: null });
        // Typed text is never lost without a way back.
        if (result === null || back.length === 0) return;
        noteCommand(
          back,
          back.map(({ machineId, field }) => ({ machineId, field, input: { kind: "none" } })),
        );
        const said = t("records:discarded", { count: back.length });
        announce(said);
        const toast = tellDone(said, [{ label: t("undo"), run: () => void send(back) }]);
        // Undone by Ctrl Z, or no longer the newest: the toast would undo it out of turn.
        const { commands } = useView.getState();
        const stop = useView.subscribe((now) => {
          if (now.commands === commands) return;
          stop();
          dropUndo(toast);
        });
      },
      decide,
    };
  }, [bridge, decide, writing, onFailure, t]);
}
