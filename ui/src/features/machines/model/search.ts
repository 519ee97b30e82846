/** Searched texts of machines. Pure. */

import { createSearch } from "../../../shared/records/search";
import { type Machine, text } from "./types";

type TypeName = (typeId: string) => string;

export const { searcher, warmSearch } = createSearch((machine: Machine, typeName: TypeName) => {
  const typed = text(machine.typeId);
  return [
    text(machine.machineNumber),
    text(machine.name),
    text(machine.registrationNumber),
    typed === "" ? "" : typeName(typed),
    text(machine.department),
    text(machine.blockCheckInMessage),
    text(machine.serialNumber),
    machine.responsible ?? "",
  ];
});
