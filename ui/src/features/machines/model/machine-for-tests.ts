/** A machine, and an edit of one, with only what a test is about. */

import type { PendingEdit } from "../../../ipc";
import type { Machine } from "./types";

export function machine(id: string, values: Partial<Machine> = {}): Machine {
  return {
    id,
    machineNumber: id,
    active: true,
    isEquipment: false,
    responsible: null,
    block: null,
    acting: null,
    fuelProvenance: null,
    odd: [],
    unusualFuel: [],
    ...values,
  };
}

/** An edit that waits to be saved. */
export const pendingEdit = (machineId: string, field: string, more: Partial<PendingEdit> = {}): PendingEdit => ({
  ...{ machineId, field, base: null, value: null, text: null, problem: null },
  ...{ changed: false, theirs: null, failure: null, falls: false, cleaned: false, ...more },
});

/** A word in place of a number. */
export const notNumber = { text: "twelve", problem: { code: "notNumber", message: "", params: {} } } as const;
