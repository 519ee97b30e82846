/**
 * The fields of machines and of users with their titles and words, and how fuels are counted: rules of the desktop side,
 * read before the first picture and again for another language. They are part of the words, so they change with them.
 */

import type { Bridge, FieldView, FuelUse, Language } from "../ipc";

/** The fields of one kind of records. */
function fieldTable() {
  let known: ReadonlyMap<string, FieldView> = new Map();
  return {
    take: (fields: readonly FieldView[]) => {
      known = new Map(fields.map((field) => [field.name, field]));
    },
    /** In the order of the record. */
    all: (): Iterable<FieldView> => known.values(),
    of: (name: string): FieldView | undefined => known.get(name),
    /** The word of a value that has one; its number where it has none. */
    word: (field: string, value: number | boolean): string => {
      const number = Number(value);
      return known.get(field)?.choices.find((choice) => choice.number === number)?.word ?? String(value);
    },
    /** Titles by field name. */
    titles: (): Record<string, string> =>
      Object.fromEntries([...known.values()].map(({ name, title }) => [name, title])),
  };
}

export const machineFields = fieldTable();
export const userFields = fieldTable();

export const { all: allFields, of: fieldOf, word: wordOf } = machineFields;

let readIn: Language | null = null;
let uses: readonly FuelUse[] = [];

export async function readFields(
  bridge: Pick<Bridge, "machineFields" | "userFields" | "fuelUses">,
  language: Language,
): Promise<void> {
  if (readIn === language) return;
  const [machines, users, fuels] = await Promise.all([
    bridge.machineFields(language),
    bridge.userFields(language),
    bridge.fuelUses(),
  ]);
  machineFields.take(machines);
  userFields.take(users);
  uses = fuels;
  readIn = language;
}

export const fuelUses = (): readonly FuelUse[] => uses;
