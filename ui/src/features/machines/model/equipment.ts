/** Equipment attached to a machine, with its pending changes. Pure. */

import { isEquipment, type Machine, type PendingOf, text } from "./types";

export type Linked = {
  readonly machine: Machine;
  /** What saving would do; null where it stands so in the service. */
  readonly pending: "attached" | "detached" | null;
};

export const parentField = "parentMachineId";

/** The machine that a piece of equipment hangs on once everything pending is saved. */
export function parentOf(machine: Machine, pending: PendingOf | undefined): string {
  const edit = pending?.get(parentField);
  return text(edit === undefined || edit.problem !== null ? machine.parentMachineId : edit.value);
}

export function linkedTo(
  id: string,
  machines: ReadonlyMap<string, Machine>,
  pending: ReadonlyMap<string, PendingOf>,
): Linked[] {
  const linked: Linked[] = [];
  for (const machine of machines.values()) {
    if (!isEquipment(machine)) continue;
    const stored = text(machine.parentMachineId);
    const now = parentOf(machine, pending.get(machine.id));
    if (now === id) linked.push({ machine, pending: stored === id ? null : "attached" });
    else if (stored === id) linked.push({ machine, pending: "detached" });
  }
  return linked;
}
