/** The words and formats with which cells are shown. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { wordOf } from "../../../shared/fields";
import { useFormats } from "../../../shared/use-formats";
import { isColumn } from "../model/fields";
import type { Showing } from "../model/show";
import { type Machine, text } from "../model/types";
import { useFleet } from "./store";

export function useShowing(): Showing {
  const { t } = useTranslation("machines");
  const formats = useFormats();
  const types = useFleet((fleet) => fleet.types);
  const people = useFleet((fleet) => fleet.people);
  return useMemo(() => {
    const typeNames = new Map(types.map(({ typeId, name }) => [typeId, name ?? typeId]));
    const names = new Map(people.map(({ employeeNumber, name }) => [employeeNumber, name]));
    return {
      number: formats.decimal,
      date: (at) => (at === "" ? "" : formats.date(dayOf(at))),
      word: wordOf,
      typeName: (typeId) => typeNames.get(typeId) ?? typeId,
      personName: (employeeNumber) => names.get(employeeNumber),
      numberOf: (id) => {
        const found = useFleet.getState().machines.get(id);
        return found === undefined ? undefined : text(found.machineNumber);
      },
      since: ({ block }: Machine) => {
        if (block === null) return "";
        const at = formats.clock(block.since);
        if (block.sinceKind === "byUs") return at;
        return t(block.sinceKind === "seen" ? "since.seen" : "since.before", { at });
      },
    };
  }, [formats, types, people, t]);
}

/** Titles of the grid's columns; a field that this program does not know has its name. */
export function useTitle(): (field: string) => string {
  const { t } = useTranslation("machines");
  return (field) => (isColumn(field) ? t(`column.${field}`) : field);
}

/** The service stores days as midnight UTC; read as a local time they would be the day before, west of Greenwich. */
function dayOf(at: string): Date {
  const [year, month, day] = at.slice(0, 10).split("-").map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
}
