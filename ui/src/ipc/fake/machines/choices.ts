/**
 * The words of numbered values and of yes and no, in the three languages, as the desktop side understands them. A paste
 * may come from anybody's spreadsheet, so all three are understood everywhere.
 */

import { fold } from "../../../shared/places";

type Language = "en" | "nb" | "sv";

type Choice<T> = { readonly value: T; readonly words: Record<Language, string>; readonly also: readonly string[] };

const choice = <T>(value: T, en: string, nb: string, sv: string, also: readonly string[] = []): Choice<T> => ({
  value,
  words: { en, nb, sv },
  also,
});

const unitChoices = [
  choice(0, "L/hour", "L/time", "L/timme", ["l/h", "l/t", "l/tim", "litres/hour", "liter/time", "liter/timme"]),
  choice(1, "L/km", "L/km", "L/km", ["liter/km", "litres/km"]),
  choice(2, "kWh/hour", "kWh/time", "kWh/timme", ["kwh/h", "kwh/t", "kwh/tim"]),
  choice(3, "kWh/km", "kWh/km", "kWh/km"),
  choice(4, "kg/hour", "kg/time", "kg/timme", ["kg/h", "kg/t", "kg/tim"]),
  choice(5, "kg/km", "kg/km", "kg/km"),
] as const;

const fuelChoices = [
  choice(0, "none", "ingen", "inget", ["ingen motor", "has no engine"]),
  choice(1, "diesel", "diesel", "diesel"),
  choice(2, "biodiesel", "biodiesel", "biodiesel", ["hvo", "hvo100"]),
  choice(3, "gasoline", "bensin", "bensin", ["petrol"]),
  choice(4, "electric", "elektrisk", "el", ["electricity", "elektrisitet", "strøm", "eldriven"]),
  choice(5, "gas", "gass", "gas"),
  choice(6, "natural gas", "naturgass", "naturgas"),
  choice(7, "dyed diesel", "anleggsdiesel", "färgad diesel", ["avgiftsfri diesel", "farget diesel"]),
] as const;

const always = [
  choice(true, "yes", "ja", "ja", ["1", "true", "x"]),
  choice(false, "no", "nei", "nej", ["0", "false"]),
] as const;

const yesNoChoices = {
  blockCheckIn: [choice(true, "Blocked", "Sperret", "Spärrad"), choice(false, "Open", "Åpen", "Öppen")],
  active: [choice(true, "Active", "Aktiv", "Aktiv"), choice(false, "Inactive", "Inaktiv", "Inaktiv")],
  isEquipment: [choice(true, "Equipment", "Utstyr", "Utrustning"), choice(false, "Machine", "Maskin", "Maskin")],
} as const;

type YesNoField = keyof typeof yesNoChoices;

function find<T>(choices: readonly Choice<T>[], text: string): T | undefined {
  const wanted = fold(text);
  return choices.find(
    ({ words, also }) =>
      Object.values(words).some((word) => fold(word) === wanted) || also.some((w) => fold(w) === wanted),
  )?.value;
}

export function findUnit(text: string): number | undefined {
  return find<number>(unitChoices, text.replaceAll(/\s/g, ""));
}

export function findFuel(text: string): number | undefined {
  return find<number>(fuelChoices, text);
}

export function findYesNo(field: YesNoField, text: string): boolean | undefined {
  return find<boolean>(yesNoChoices[field], text) ?? find<boolean>(always, text);
}
