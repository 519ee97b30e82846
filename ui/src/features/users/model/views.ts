/** The views that come with the program, by days. Pure. */

import { isDisabled, type User } from "./types";

export const viewNames = ["all", "disabled", "leaving", "left", "noSupervisor", "cardExpiring"] as const;
export type ViewName = (typeof viewNames)[number];

/** How far ahead an end is told, of an employment or a card; and how long it is remembered that somebody left. */
export const viewDays = 30;

const dayMs = 86_400_000;

/** Days from today to the day of a value; null where it holds none. Days are days of the calendar, whatever the hour. */
export function daysUntil(value: unknown, today: Date): number | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day)) return null;
  return Math.round((day - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / dayMs);
}

/** The employment ends within the next days. */
export function isLeaving({ values }: User, today: Date): boolean {
  const days = daysUntil(values.employmentEndDate, today);
  return days !== null && days >= 0 && days <= viewDays;
}

/** The employment ended within the last days. */
export function hasLeft({ values }: User, today: Date): boolean {
  const days = daysUntil(values.employmentEndDate, today);
  return days !== null && days < 0 && days >= -viewDays;
}

/** The employment ended, and the account is still open. */
export function isOverdue(user: User, today: Date): boolean {
  const days = daysUntil(user.values.employmentEndDate, today);
  return days !== null && days < 0 && !isDisabled(user);
}

/** The card expires within the next days, or has expired. */
export function cardExpires({ values }: User, today: Date): boolean {
  const days = daysUntil(values.cardExpirationDate, today);
  return days !== null && days <= viewDays;
}

export function inView(view: ViewName, today: Date): (user: User) => boolean {
  switch (view) {
    case "all":
      return () => true;
    case "disabled":
      return isDisabled;
    case "leaving":
      return (user) => isLeaving(user, today);
    case "left":
      return (user) => hasLeft(user, today);
    case "noSupervisor":
      return (user) => !isDisabled(user) && user.supervisors.length === 0;
    case "cardExpiring":
      return (user) => !isDisabled(user) && cardExpires(user, today);
  }
}

/** Who is in the leavers report: who leaves soon, and who has left with an account that is still open. */
export const isLeaver = (user: User, today: Date) => isLeaving(user, today) || isOverdue(user, today);
