/** A form of a user that is being filled in: what was typed, who supervises, which tags. Pure. */

import type { UserForm, UserSupervisor } from "../../../ipc";
import { allFormFields, type ColumnName, fieldsOf, isColumn } from "./fields";
import { readCell, type Showing } from "./show";
import { supervisorName, textOf, type User } from "./types";

export type Chosen = { readonly supervisorId: string; readonly label: string; readonly primary: boolean };

export type Draft = {
  /** Texts of the fields that were changed, by field. */
  readonly typed: Readonly<Record<string, string>>;
  /** The employee number is meant as it was typed, though it looks like another one. */
  readonly numberMeant?: boolean;
  /** The supervisors as they are to be; none where nobody changed them. */
  readonly supervisors: readonly Chosen[] | null;
  readonly attach: readonly string[];
  readonly detach: readonly string[];
};

export const emptyDraft: Draft = { typed: {}, supervisors: null, attach: [], detach: [] };

/** What a field holds before anything is typed; empty for a new user. */
export function storedText(user: User | undefined, field: string, to: Showing): string {
  return user === undefined || !isColumn(field) ? "" : readCell(field, user, to);
}

/** The draft after a field got a text; a text like the stored one is no change. */
export function typedInto(draft: Draft, field: string, text: string, stored: string): Draft {
  const { [field]: _, ...others } = draft.typed;
  const typed = text === stored ? others : { ...others, [field]: text };
  return { ...draft, typed, numberMeant: draft.numberMeant === true && field !== "employeeNumber" };
}

/** How many changes a draft has; the supervisors are one. */
export const changesOf = ({ typed, supervisors, attach, detach }: Draft): number =>
  Object.keys(typed).length + attach.length + detach.length + (supervisors === null ? 0 : 1);

/** Whether both hold the same changes. */
export const isSame = (a: Draft, b: Draft): boolean =>
  a === b || JSON.stringify(formOf(a)) === JSON.stringify(formOf(b));

/** Whether the draft changes what a column shows. */
export const isChanged = (draft: Draft, name: ColumnName): boolean =>
  name === "immediateSupervisors"
    ? draft.supervisors !== null
    : fieldsOf(name).some((field) => draft.typed[field] !== undefined);

/** The text of a cell of the grid as it will be once the draft is saved. */
export function draftCell(name: ColumnName, user: User, draft: Draft, to: Showing): string {
  if (!isChanged(draft, name)) return readCell(name, user, to);
  if (name === "immediateSupervisors") {
    const primaryFirst = [...(draft.supervisors ?? [])].sort((a, b) => Number(b.primary) - Number(a.primary));
    return primaryFirst.map(({ label }) => label).join(", ");
  }
  const shown = fieldsOf(name).map((field) => draft.typed[field] ?? textOf(user, field));
  return shown.filter((part) => part !== "").join(" ");
}

/** The supervisors that the service has, as the form lists them. */
export function chosenOf(supervisors: readonly UserSupervisor[], hidden: string): readonly Chosen[] {
  return supervisors.map((each) => ({
    supervisorId: each.supervisorId,
    label:
      each.name === null && each.employeeNumber === null
        ? hidden
        : [each.employeeNumber, supervisorName(each)].filter((part, at, all) => part !== all[at - 1]).join(" "),
    primary: each.primary,
  }));
}

/** One more supervisor. The first is the primary one. */
export function withSupervisor(chosen: readonly Chosen[], supervisorId: string, label: string): readonly Chosen[] {
  if (chosen.some((each) => each.supervisorId === supervisorId)) return chosen;
  return [...chosen, { supervisorId, label, primary: chosen.length === 0 }];
}

/** This one is the primary one and no other is; none with null. */
export function withPrimary(chosen: readonly Chosen[], supervisorId: string | null): readonly Chosen[] {
  return chosen.map((each) => ({ ...each, primary: each.supervisorId === supervisorId }));
}

/** What the desktop side judges and saves: only what differs. */
export function formOf({ typed, numberMeant, supervisors, attach, detach }: Draft): UserForm {
  const fields = allFormFields.filter((field) => typed[field] !== undefined);
  return {
    inputs: fields.map((field) => ({
      field,
      input: {
        kind: field === "employeeNumber" && numberMeant === true ? "value" : "text",
        value: typed[field] ?? "",
      },
    })),
    supervisors: supervisors?.map(({ supervisorId, primary }) => ({ supervisorId, primary })) ?? null,
    tags: [...attach.map((name) => ({ name, enabled: true })), ...detach.map((name) => ({ name, enabled: false }))],
  };
}
