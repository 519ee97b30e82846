/** The columns of the grid and the fields of the form: what the rules say of each field, and where it stands. */

import { userFields } from "../../../shared/fields";
import type { Place as ColumnPlace } from "../../../shared/records/grid/place";

export const groups = ["person", "work", "supervisors", "card", "private"] as const;
export type GroupName = (typeof groups)[number];

type Place = ColumnPlace<GroupName>;

/** In the order in which they stand by default, in the chooser and in the form. */
const places = [
  { name: "employeeNumber", group: "work", width: 96, pinned: true, byDefault: true },
  { name: "name", group: "person", width: 190, pinned: true, byDefault: true },
  { name: "mobileWork", group: "work", width: 130, byDefault: true },
  { name: "workTitle", group: "work", width: 130, share: 2, byDefault: true },
  { name: "department", group: "work", width: 110, share: 2, byDefault: true },
  { name: "immediateSupervisors", group: "supervisors", width: 150, share: 2, byDefault: true },
  { name: "employmentEndDate", group: "work", width: 130, byDefault: true },
  { name: "isDisabled", group: "work", width: 110, byDefault: true },
  { name: "firstName", group: "person", width: 120 },
  { name: "lastName", group: "person", width: 130 },
  { name: "birthDate", group: "person", width: 110 },
  { name: "email", group: "work", width: 190, share: 2 },
  { name: "employmentStartDate", group: "work", width: 110 },
  { name: "payroll", group: "work", width: 110 },
  { name: "mainProjectNumber", group: "work", width: 120 },
  { name: "defaultResourceNumber", group: "work", width: 130 },
  { name: "worktimeArrangementName", group: "work", width: 150 },
  { name: "organizationNumber", group: "work", width: 140 },
  { name: "companyId", group: "work", width: 130 },
  { name: "companyProfileId", group: "work", width: 150 },
  { name: "identityId", group: "work", width: 150 },
  { name: "cardId", group: "card", width: 120 },
  { name: "cardExpirationDate", group: "card", width: 140 },
  { name: "carRegNumber", group: "card", width: 120 },
  { name: "mobilePrivate", group: "private", width: 130 },
  { name: "address", group: "private", width: 200, share: 2 },
  { name: "closestRelative", group: "private", width: 180, share: 2 },
  { name: "personalInfo", group: "private", width: 220, share: 3 },
] as const satisfies readonly Place[];

/** A column of the grid. `name` shows two fields as one, `immediateSupervisors` the people; the others are fields. */
export type ColumnName = (typeof places)[number]["name"];

export type Column = Place & { readonly name: ColumnName };

const placeOf = new Map<string, Column>(places.map((place) => [place.name, place]));

export const columns: readonly Column[] = places;

export const isColumn = (name: string): name is ColumnName => placeOf.has(name);

export function columnOf(name: ColumnName): Column {
  return placeOf.get(name) ?? { name, group: "work", width: 120 };
}

export const isDate = (name: string) => userFields.of(name)?.kind === "instant";

/** The fields that a column shows. */
export const fieldsOf = (name: ColumnName): readonly string[] => (name === "name" ? ["firstName", "lastName"] : [name]);

/** Fields of the form by their groups, in their order; people and tags have parts of their own. */
export const formFields: Readonly<Record<Exclude<GroupName, "supervisors">, readonly string[]>> = {
  person: ["firstName", "lastName", "birthDate"],
  work: [
    "employeeNumber",
    "mobileWork",
    "email",
    "workTitle",
    "department",
    "employmentStartDate",
    "employmentEndDate",
    "payroll",
    "mainProjectNumber",
    "defaultResourceNumber",
    "worktimeArrangementName",
    "organizationNumber",
    "companyId",
    "isDisabled",
    "companyProfileId",
    "identityId",
  ],
  card: ["cardId", "cardExpirationDate", "carRegNumber"],
  private: ["mobilePrivate", "address", "closestRelative", "personalInfo"],
};

export const allFormFields: readonly string[] = Object.values(formFields).flat();

const canBeWritten = (name: string) => userFields.of(name)?.canBeWritten !== false;

/** Whether a form has the field: a new user has no ids yet; a known one is disabled and enabled by buttons. */
export const isInForm = (name: string, isNew: boolean) => (isNew ? canBeWritten(name) : name !== "isDisabled");

export const pinnedColumns: readonly ColumnName[] = places.flatMap((place) => ("pinned" in place ? [place.name] : []));

export const defaultColumns: readonly ColumnName[] = places.flatMap((place) =>
  "byDefault" in place ? [place.name] : [],
);
