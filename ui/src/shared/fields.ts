/**
 * The fields of machines with their titles and words, and how fuels are counted: rules of the desktop side, read before
 * the first picture and again for another language. They are part of the words, so they change with them.
 */

import type { Bridge, FieldView, FuelUse, Language } from "../ipc";

let readIn: Language | null = null;
let known: ReadonlyMap<string, FieldView> = new Map();
let uses: readonly FuelUse[] = [];

export async function readFields(
  bridge: Pick<Bridge, "machineFields" | "fuelUses">,
  language: Language,
): Promise<void> {
  if (readIn === language) return;
  const [fields, fuels] = await Promise.all([bridge.machineFields(language), bridge.fuelUses()]);
  known = new Map(fields.map((field) => [field.name, field]));
  uses = fuels;
  readIn = language;
}

/** In the order of the record. */
export const allFields = (): Iterable<FieldView> => known.values();

export const fieldOf = (name: string): FieldView | undefined => known.get(name);

export const fuelUses = (): readonly FuelUse[] => uses;

/** The word of a value that has one; its number where it has none. */
export function wordOf(field: string, value: number | boolean): string {
  const number = Number(value);
  return known.get(field)?.choices.find((choice) => choice.number === number)?.word ?? String(value);
}

/** Titles by field name. */
export const fieldTitles = (): Record<string, string> =>
  Object.fromEntries([...known.values()].map(({ name, title }) => [name, title]));
