/** The fields of machines as the rules have them: recorded from the desktop side, see `recorded/`. */

import type { CellValue, FieldView, FuelUse, Language } from "../../bindings";
import recorded from "../../recorded/fields.json";

/** A stored record of the fake. */
export type Rec = { id: string; values: Record<string, CellValue> };

export const machineFieldsIn = (language: Language) => recorded.machines[language] as FieldView[];
export const userFieldsIn = (language: Language) => recorded.users[language] as FieldView[];
export const uses: FuelUse[] = recorded.fuelUses;

const fields = machineFieldsIn("en");
const byName = new Map(fields.map((each) => [each.name, each]));

export const kindOf = (name: string) => byName.get(name);

export const fieldColumns = fields.map(({ name }) => name);
