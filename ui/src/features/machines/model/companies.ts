/** Companies of the listed machines. The server names a company by its id alone. */

import type { Machine } from "./types";

/** Whether the list has machines of more than one company: else the company tells them apart by nothing. */
export function isOfSeveralCompanies(machines: Iterable<Pick<Machine, "companyId">>): boolean {
  let first: Machine["companyId"];
  for (const { companyId } of machines) {
    if (companyId == null || companyId === "") continue;
    first ??= companyId;
    if (companyId !== first) return true;
  }
  return false;
}
