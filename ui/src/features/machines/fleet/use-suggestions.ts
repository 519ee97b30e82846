/** Suggestions for a field of free text: the values of other machines. */

import { useMemo } from "react";
import type { Suggestion } from "../../../shared/parts/SuggestField";
import { distinct } from "../../../shared/records/sort";
import type { ColumnName } from "../model/fields";
import { text } from "../model/types";
import { useFleet } from "./store";

/** The list of a field; null for a field without one. */
export function useSuggestions(name: ColumnName): readonly Suggestion[] | null {
  const machines = useFleet((fleet) => fleet.machines);
  return useMemo(() => {
    if (name !== "department") return null;
    return distinct([...machines.values()].map(({ department }) => text(department))).map((value) => ({ value }));
  }, [name, machines]);
}
