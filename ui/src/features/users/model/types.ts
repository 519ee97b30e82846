/** A user as the grid knows it: the service's fields by their names, and what this computer adds. Pure. */

import type { BatchKind, CellValue, OddValue, UserRow, UserSupervisor } from "../../../ipc";

export type User = {
  /** The company profile id. */
  readonly id: string;
  readonly values: Readonly<Record<string, CellValue>>;
  readonly supervisors: readonly UserSupervisor[];
  /** An act on it that is not answered yet. */
  readonly acting: BatchKind | null;
  /** Values that their fields cannot have; the fields hold nothing. */
  readonly odd: readonly OddValue[];
};

/** The record of a row whose cells come in the order of the columns. */
export function userOf({ id, cells, supervisors, acting, odd }: UserRow, columns: readonly string[]): User {
  return {
    id,
    values: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])),
    supervisors,
    acting,
    odd,
  };
}

export const textOf = (user: User | undefined, field: string): string => {
  const value = user?.values[field];
  return value === null || value === undefined ? "" : String(value);
};

/** First and last name. */
export const nameOf = (user: User | undefined): string =>
  [textOf(user, "firstName"), textOf(user, "lastName")].filter((part) => part !== "").join(" ");

/** Number and name. */
export const titleOf = (user: User | undefined): string =>
  [textOf(user, "employeeNumber"), nameOf(user)].filter((part) => part !== "").join(" ");

export const isDisabled = ({ values }: User) => values.isDisabled === true;

/** How a supervisor is called; the number where there is no name. */
export const supervisorName = ({ name, employeeNumber, supervisorId }: UserSupervisor): string =>
  name ?? employeeNumber ?? supervisorId;

/** The supervisors in one line, the primary one first. */
export function supervisorNames(supervisors: readonly UserSupervisor[]): string {
  const primaryFirst = [...supervisors].sort((a, b) => Number(b.primary) - Number(a.primary));
  return primaryFirst.map(supervisorName).join(", ");
}
