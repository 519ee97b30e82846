/** Acts on machines: shown at once, confirmed or taken back row by row, and each can be taken back as a whole. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  type BatchReport,
  type CellEdit,
  type Failure,
  type FuelChange,
  type FuelProvenance,
  failureOf,
  useBridge,
} from "../../../ipc";
import { ask } from "../../../shared/records/ask";
import { left, type Run, useRun } from "../../../shared/records/use-run";
import { useFormats } from "../../../shared/use-formats";
import { settled } from "../fleet/feed";
import { allPending, beginUpdate, endUpdate, useFleet } from "../fleet/store";
import { noteSave, openPanel, setView, useView } from "../fleet/view";
import { isEquipment, text, type Values } from "../model/types";
import { without } from "../model/undo";
import { withoutSaved } from "./saved-since";

export type Acts = ReturnType<typeof useActs>;

type RunShown = Pick<Run, "call" | "mayLast" | "said"> & {
  /** Shown before it is answered. */
  update?: { ids: readonly string[]; values: Values };
};

export function useActs(onFailure: (failure: Failure | null) => void) {
  const bridge = useBridge();
  const { t } = useTranslation(["machines", "records"]);
  const record = useRun(onFailure);
  const { clock } = useFormats();
  return useMemo(() => {
    const run = ({ update, ...what }: RunShown) =>
      record.run({
        ...what,
        ...(update && {
          begin: () => beginUpdate(update.ids, update.values),
          end: (report: BatchReport | null) => endUpdate(update.ids, refusedOf(report)),
        }),
      });
    const machinesOf = (ids: readonly string[]) => {
      const { machines } = useFleet.getState();
      return ids.filter((id) => {
        const machine = machines.get(id);
        return machine !== undefined && !isEquipment(machine);
      });
    };
    return {
      block: (ids: readonly string[], message: string | null, alsoBlocked: boolean, releaseAt: Date | null = null) =>
        run({
          call: () => bridge.blockMachines([...ids], message, alsoBlocked, releaseAt?.toISOString() ?? null),
          update: {
            ids: machinesOf(ids),
            values: { blockCheckIn: true, ...(message !== null && { blockCheckInMessage: message }) },
          },
          said: ({ batch, rows }) => {
            const [number, count, at] = [rows[0]?.number, batch.totals.saved, releaseAt && clock(releaseAt)];
            if (at === null) return rows.length === 1 ? t("done.blockOne", { number }) : t("done.block", { count });
            return rows.length === 1 ? t("done.blockOneUntil", { number, at }) : t("done.blockUntil", { count, at });
          },
        }),
      release: (ids: readonly string[]) =>
        run({
          call: () => bridge.releaseMachines(machinesOf(ids)),
          update: { ids: machinesOf(ids), values: { blockCheckIn: false } },
          said: ({ batch, rows }) =>
            rows.length === 1
              ? t("done.releaseOne", { number: rows[0]?.number })
              : t("done.release", { count: batch.totals.saved }),
        }),
      setActive: (ids: readonly string[], active: boolean) =>
        run({
          call: () => bridge.setMachinesActive([...ids], active),
          update: { ids, values: { active } },
          said: ({ batch }) => t(active ? "done.activate" : "done.deactivate", { count: batch.totals.saved }),
        }),
      fuel: (ids: readonly string[], change: FuelChange, provenance: FuelProvenance | null) =>
        run({
          call: () => bridge.setMachinesFuel([...ids], change, provenance),
          update: { ids, values: fuelValues(change) },
          mayLast: true,
          said: ({ batch }) => t("done.fuel", { count: batch.totals.saved }),
        }),
      /** Where fuel values come from. Nothing is sent, so there is nothing to take back. */
      provenance: async (ids: readonly string[], provenance: FuelProvenance) => {
        onFailure(null);
        try {
          await bridge.setFuelProvenance([...ids], provenance);
          await settled(bridge);
          return true;
        } catch (thrown) {
          onFailure(failureOf(thrown));
          return false;
        }
      },
      /** Saves what is pending of these machines, or of all. */
      save: async (ids: readonly string[] | null) => {
        const edits = savable(ids);
        const report = await run({
          call: () => bridge.saveEdits(ids === null ? null : [...ids]),
          said: ({ batch }) => t("done.edits", { count: batch.totals.saved }),
        });
        if (report === null) return null;
        const saved = new Set(report.rows.filter((row) => row.outcome === "saved").map(({ machineId }) => machineId));
        noteSave(
          report.batch.id,
          edits.filter(({ machineId }) => saved.has(machineId)),
        );
        // What is saved is taken back as a batch, no longer cell by cell.
        setView(({ commands }) => ({ commands: without(commands, (id) => saved.has(id)) }));
        const { panel } = useView.getState();
        if (left(report)) openPanel({ kind: "report", report });
        else if (panel?.kind === "report") {
          const still = withoutSaved(panel.report, saved);
          if (still !== panel.report) openPanel(still === null ? null : { kind: "report", report: still });
        }
        return report;
      },
      /** Shows a toast for a machine that a form created, of whose number invisible characters may have been left out. */
      created: (report: BatchReport, cleaned: boolean) =>
        run({
          call: async () => report,
          said: ({ rows }) =>
            [t("create.done", { number: rows[0]?.number }), ...(cleaned ? [t("records:numberCleaned")] : [])].join(" "),
        }),
      /**
       * Asks the server first whether it can go, then the person: created again, it has another ID. What keeps it
       * stands in its panel, with the way out.
       */
      remove: async (id: string) => {
        const keep = (refused: string) => openPanel({ kind: "detail", id, refused });
        onFailure(null);
        try {
          const check = await bridge.checkDelete(id);
          if (!check.deletable) return keep(check.reason ?? "");
        } catch (thrown) {
          return onFailure(failureOf(thrown));
        }
        const gone = async () => {
          const report = await run({
            call: () => bridge.deleteMachine(id),
            said: ({ rows }) => t("done.delete", { number: rows[0]?.number }),
          });
          const row = report?.rows[0];
          if (row === undefined) return;
          if (row.outcome !== "saved") return keep(row.failure?.message ?? "");
          const { panel } = useView.getState();
          if (panel?.kind === "detail" && panel.id === id) openPanel(null);
        };
        const machine = useFleet.getState().machines.get(id);
        const [number, name] = [text(machine?.machineNumber), text(machine?.name)];
        const asked = t("delete.question", { machine: `${number} ${name}`.trim() });
        ask({ text: asked, yes: t("delete.do", { number }), run: () => void gone() });
      },
      undo: record.undo,
      resume: record.resume,
      stop: record.stop,
    };
  }, [bridge, record, onFailure, clock, t]);
}

/** The pending edits of these machines, or of all, that a save takes: what is not understood stays. */
function savable(ids: readonly string[] | null): CellEdit[] {
  return allPending(useFleet.getState().pending)
    .filter(({ machineId, text }) => text === null && (ids === null || ids.includes(machineId)))
    .map(({ machineId, field, value }) => ({ machineId, field, input: { kind: "value", value } }));
}

function fuelValues({ rate, unit, fuel }: FuelChange): Values {
  return {
    ...(rate !== null && { fuelConsumptionRate: rate }),
    ...(unit !== null && { fuelConsumptionUnit: unit }),
    ...(fuel !== null && { fuelType: fuel }),
  };
}

function refusedOf(report: BatchReport | null): ReadonlyMap<string, Failure> {
  const refused = new Map<string, Failure>();
  for (const { machineId, failure } of report?.rows ?? []) if (failure !== null) refused.set(machineId, failure);
  return refused;
}
