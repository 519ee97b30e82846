/** Target cells of pasted and filled texts. The meaning of a text is for the desktop side to decide. Pure. */

import type { CellEdit, CellInput } from "../../../ipc";
import { type Box, cellsIn } from "../../../shared/records/grid/range";
import { type ColumnName, columnOf, type FieldName, fieldsOf, isColumn } from "./fields";
import { type Machine, text } from "./types";

export type Placed = {
  readonly edits: CellEdit[];
  /** Texts that lie below the last row or right of the last column. */
  readonly outside: number;
  /** Cells that nobody writes: what is only shown, and check-in of equipment where nothing was to be put in. */
  readonly left: number;
};

type Shown = { readonly machines: readonly Machine[]; readonly columns: readonly ColumnName[] };

/** A block goes from the box's corner down and right; a single text fills the whole box; a block that fits often repeats. */
export function placePaste(block: readonly (readonly string[])[], box: Box, shown: Shown): Placed {
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  if (height === 0 || width === 0) return { edits: [], outside: 0, left: 0 };
  const tall = box.bottom - box.top + 1;
  const wide = box.right - box.left + 1;
  const repeats = tall % height === 0 && wide % width === 0 && cellsIn(box) > height * width;
  const rows = repeats ? tall : height;
  const across = repeats ? wide : width;
  const edits: CellEdit[] = [];
  let outside = 0;
  let left = 0;
  for (let row = 0; row < rows; row += 1) {
    const machine = shown.machines[box.top + row];
    for (let at = 0; at < across; at += 1) {
      const typed = block[row % height]?.[at % width];
      if (typed === undefined) continue;
      const column = shown.columns[box.left + at];
      if (machine === undefined || column === undefined) outside += 1;
      else {
        const made = editsOf(machine, column, typed);
        if (made.length === 0) left += 1;
        edits.push(...made);
      }
    }
  }
  return { edits, outside, left };
}

/** The columns that a pasted row of headings names; null where the block begins with values. One heading alone is a
 * value where nothing is below it. */
export function headingsIn(
  block: readonly (readonly string[])[],
  fields: readonly (string | null)[],
): (ColumnName | null)[] | null {
  const texts = block[0] ?? [];
  const named = texts.map((text, at) => (text.trim() === "" ? null : (fields[at] ?? null)));
  const known = named.filter((name) => name !== null).length;
  const written = texts.filter((text) => text.trim() !== "").length;
  if (block.length < 2 || known === 0 || known * 2 < written) return null;
  return named.map((name) => (name !== null && isColumn(name) ? name : null));
}

/** Rows below their headings: each text goes into the column that its heading names, whichever columns stand there. Rows
 * with the machine's number go to the machine that has it, the others from the box's corner down. */
export function placeHeaded(
  block: readonly (readonly string[])[],
  headings: readonly (ColumnName | null)[],
  box: Box,
  machines: readonly Machine[],
): Placed {
  const numberAt = headings.indexOf("machineNumber");
  const numbered = new Map(machines.map((machine) => [text(machine.machineNumber).trim(), machine]));
  const edits: CellEdit[] = [];
  let outside = 0;
  let left = 0;
  for (const [row, texts] of block.slice(1).entries()) {
    const machine = numberAt < 0 ? machines[box.top + row] : numbered.get((texts[numberAt] ?? "").trim());
    for (const [at, typed] of texts.entries()) {
      const column = headings[at] ?? null;
      if (at === numberAt) continue;
      if (machine === undefined || column === null) outside += typed.trim() === "" ? 0 : 1;
      else {
        const made = editsOf(machine, column, typed);
        if (made.length === 0) left += 1;
        edits.push(...made);
      }
    }
  }
  return { edits, outside, left };
}

/** The edits that a text in a column makes; none where the column is only shown. */
export function editsOf(machine: Machine, column: ColumnName, text: string): CellEdit[] {
  const { readOnly, machinesOnly } = columnOf(column);
  if (readOnly === true) return [];
  if (machinesOnly === true && machine.isEquipment === true && text.trim() === "") return [];
  const edit = (field: FieldName, typed: string): CellEdit => ({
    machineId: machine.id,
    field,
    input: { kind: "text", value: typed },
  });
  const parts: (readonly [FieldName, string])[] =
    column === "fuel" ? splitFuel(text) : fieldsOf(column).map((field) => [field, text]);
  return parts.map(([field, part]) => edit(field, part));
}

/** `14,2 L/hour · dyed diesel` as the texts of its three fields. What is left out changes nothing. */
export function splitFuel(text: string): [FieldName, string][] {
  const typed = text.trim();
  if (typed === "") return [["fuelConsumptionRate", ""]];
  const parts: [FieldName, string][] = [];
  for (const part of typed.split(/[·;|]/).map((each) => each.trim())) {
    if (part === "") continue;
    const found = /^([\d.,\s\u00a0\u202f]*\d)\s*(.*)$/.exec(part);
    if (found) {
      parts.push(["fuelConsumptionRate", (found[1] ?? "").trim()]);
      if (found[2]) parts.push(["fuelConsumptionUnit", found[2]]);
    } else parts.push([/\//.test(part) ? "fuelConsumptionUnit" : "fuelType", part]);
  }
  return parts;
}

/** Fill-down: the first machine's values in the columns go to all others. */
export function placeFill(
  machines: readonly Machine[],
  columns: readonly ColumnName[],
  inputOf: (machine: Machine, field: FieldName) => CellInput,
): CellEdit[] {
  const [source, ...targets] = machines;
  if (source === undefined) return [];
  return targets.flatMap((target) =>
    columns.flatMap((column) => {
      const { readOnly, machinesOnly } = columnOf(column);
      if (readOnly === true || (machinesOnly === true && target.isEquipment === true)) return [];
      return fieldsOf(column).map((field) => ({ machineId: target.id, field, input: inputOf(source, field) }));
    }),
  );
}
