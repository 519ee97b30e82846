/** The words that a field can have, where it has a list of them: types, people, yes and no, fuels. */

import { fieldOf } from "../../../shared/fields";
import { type ColumnName, columnOf } from "../model/fields";
import { useFleet } from "./store";

/** Gives the list of a column; null for one that is typed. */
export function useChoices(): (name: ColumnName) => string[] | null {
  const types = useFleet((fleet) => fleet.types);
  const people = useFleet((fleet) => fleet.people);
  return (name) => {
    switch (columnOf(name).kind) {
      case "machineType":
        return types.map(({ typeId, name: shown }) => shown ?? typeId);
      case "choice":
      case "bool":
        return fieldOf(name)?.choices.map(({ word }) => word) ?? null;
      case "person":
        return people.map((person) => person.name);
      default:
        return null;
    }
  };
}
