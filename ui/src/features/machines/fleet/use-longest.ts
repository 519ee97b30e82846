/** The longest texts of the columns that are as wide as what stands in them; by letters, as twenty thousand are not measured. */

import { useMemo } from "react";
import { wordOf } from "../../../shared/fields";
import { type Machine, text } from "../model/types";
import { useFleet } from "./store";
import { useShowing } from "./use-showing";

export type Longest = { readonly name: string; readonly typeId: string; readonly department: string };

export function useLongest(): Longest {
  const machines = useFleet((fleet) => fleet.machines);
  const { typeName } = useShowing();
  // The texts themselves: other machines with the same ones change no column.
  const { name, typeId, department } = useMemo(() => longestOf(machines.values(), typeName), [machines, typeName]);
  return useMemo(() => ({ name, typeId, department }), [name, typeId, department]);
}

function longestOf(machines: Iterable<Machine>, typeName: (typeId: string) => string): Longest {
  let name = "";
  const types = new Set<string>();
  const departments = new Set<string>();
  for (const machine of machines) {
    const own = text(machine.name);
    if (own.length > name.length) name = own;
    types.add(text(machine.typeId));
    departments.add(text(machine.department));
  }
  // Equipment says so where its type would stand.
  return {
    name,
    typeId: longest([wordOf("isEquipment", true), ...[...types].map(typeName)]),
    department: longest([...departments]),
  };
}

const longest = (texts: readonly string[]) =>
  texts.reduce((most, each) => (each.length > most.length ? each : most), "");
