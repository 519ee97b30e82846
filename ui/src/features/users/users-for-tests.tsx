/** The screen of users in a test, over users of the test's own. */

import { screen } from "@testing-library/react";
import type { BatchReport, CellValue, UserRow, UserSupervisor, UsersState } from "../../ipc";
import fields from "../../ipc/recorded/fields.json";
import type { Answers } from "../../shared/testing/bridge";
import { showAt } from "../../shared/testing/routes";
import { UserImportScreen, UsersScreen } from "./index";
import { type User, userOf } from "./model/types";
import { openPanel } from "./users/view";

/** The columns as the desktop side has them: recorded before any test runs. */
const columns = fields.users.en
  .map(({ name }) => name)
  .filter((name) => !["tags", "immediateSupervisors", "immediateSupervisorDetails"].includes(name));

export const supervisor = (number: string, name: string, primary = true): UserSupervisor => ({
  supervisorId: number,
  id: `p${number}`,
  employeeNumber: number,
  name,
  primary,
});

/** A row with the id `p` and its number. */
export function row(
  number: string,
  first: string,
  values: Record<string, CellValue> = {},
  supervisors: UserSupervisor[] = [],
): UserRow {
  const all: Record<string, CellValue> = {
    employeeNumber: number,
    firstName: first,
    lastName: "Berg",
    mobileWork: `+47 900 00 ${number}`,
    isDisabled: false,
    ...values,
  };
  return { id: `p${number}`, cells: columns.map((name) => all[name] ?? null), supervisors, acting: null, odd: [] };
}

export const userFrom = (...given: Parameters<typeof row>): User => userOf(row(...given), columns);

export const state = (total: number, more: Partial<UsersState> = {}): UsersState => ({
  revision: 1,
  total,
  readAt: new Date().toISOString(),
  reading: false,
  failure: null,
  readOnly: false,
  leftOut: { count: 0, named: [] },
  ...more,
});

/** The report of an act on users that all became what was asked for. */
export function report(kind: BatchReport["batch"]["kind"], ...rows: UserRow[]): BatchReport {
  const totals = { already: 0, partly: 0, conflicts: 0, gone: 0, excluded: 0, refused: 0, notSent: 0, unknown: 0 };
  return {
    batch: {
      id: 7,
      kind,
      message: null,
      at: "2026-11-20T11:00:00Z",
      finishedAt: "2026-11-20T11:00:01Z",
      stopped: null,
      stage: "done",
      asks: false,
      goesOn: false,
      until: null,
      reverts: null,
      revertedBy: null,
      undoLeft: null,
      totals: { ...totals, rows: rows.length, saved: rows.length },
    },
    rows: rows.map(({ id, cells }) => ({
      machineId: id,
      number: String(cells[columns.indexOf("employeeNumber")]),
      name: `${cells[columns.indexOf("firstName")]} Berg`,
      outcome: "saved",
      cells: [],
      failure: null,
    })),
  };
}

/** What the desktop side answers around these users. */
export const answersOf = (rows: UserRow[], more: Partial<UsersState> = {}): Answers => ({
  listUsers: () => ({ state: state(rows.length, more), from: 0, columns: columns, rows }),
  userChanges: { state: state(rows.length, more), whole: false, rows: [], removed: [] },
  refreshUsers: state(rows.length, more),
  userLayout: null,
  saveUserLayout: null,
  userDetail: (id) => ({ row: rows.find((each) => each.id === id) ?? row("0", "Nobody"), acts: [] }),
  batches: [],
  checkUser: { problems: [], read: [] },
});

/** Shows the screen as a new window does. */
export async function open(answers: Answers, at: "/users" | "/users/import" = "/users") {
  const shown = await showAt({ "/users": UsersScreen, "/users/import": UserImportScreen }, answers, { at });
  await screen.findByRole("heading", { level: 1 });
  return shown;
}

export { openPanel };
