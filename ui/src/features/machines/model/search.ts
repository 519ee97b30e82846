/** Quick search: every word that was typed stands somewhere in the row. A keystroke looks at 20,000 rows. Pure. */

import { fold } from "../../../shared/places";
import { type Machine, text } from "./types";

const foldedOf = new WeakMap<Machine, string>();

/** What is searched of a machine, folded once for each record. */
export function searchedText(machine: Machine, typeName: (typeId: string) => string): string {
  const known = foldedOf.get(machine);
  if (known !== undefined) return known;
  const typed = text(machine.typeId);
  const folded = quickFold(
    [
      text(machine.machineNumber),
      text(machine.name),
      text(machine.registrationNumber),
      typed === "" ? "" : typeName(typed),
      text(machine.department),
      text(machine.blockCheckInMessage),
      text(machine.serialNumber),
      machine.responsible ?? "",
    ].join("\n"),
  );
  foldedOf.set(machine, folded);
  return folded;
}

/** Folds the texts of a large fleet while nobody waits for it, some at a time, so that the first keystroke finds them. */
export function warmSearch(machines: Iterable<Machine>, typeName: (typeId: string) => string): void {
  const next = machines[Symbol.iterator]();
  const some = () => {
    for (let count = 0; count < 500; count += 1) {
      const { done, value } = next.next();
      if (done) return;
      searchedText(value, typeName);
    }
    setTimeout(some, 10);
  };
  some();
}

/** Most texts have no accents, and taking a text apart to find that out costs more than everything else. */
function quickFold(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
  return /^[\x00-\x7f]*$/.test(value) ? value.toLowerCase() : fold(value);
}

/** Tells for each machine whether it matches what was typed; nothing typed matches all. */
export function searcher(typed: string, typeName: (typeId: string) => string): (machine: Machine) => boolean {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return () => true;
  const [only, ...more] = words;
  if (only !== undefined && more.length === 0) return (machine) => searchedText(machine, typeName).includes(only);
  return (machine) => {
    const searched = searchedText(machine, typeName);
    return words.every((word) => searched.includes(word));
  };
}
