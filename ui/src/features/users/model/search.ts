/** Searched texts of users. Pure. */

import { createSearch } from "../../../shared/records/search";
import { nameOf, supervisorNames, textOf, type User } from "./types";

export const { searcher, warmSearch } = createSearch((user: User, _: null) => {
  const phone = textOf(user, "mobileWork");
  return [
    textOf(user, "employeeNumber"),
    nameOf(user),
    phone,
    // A phone is found with and without its blanks.
    phone.replaceAll(/[\s()-]/g, ""),
    textOf(user, "email"),
    textOf(user, "workTitle"),
    textOf(user, "department"),
    textOf(user, "companyId"),
    supervisorNames(user.supervisors),
  ];
});
