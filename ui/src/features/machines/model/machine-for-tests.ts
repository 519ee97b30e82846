/** A machine with only what a test is about. */

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
