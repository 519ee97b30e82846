/** Opens the user that was asked for before the users were read. */

import { useEffect } from "react";
import { nameOf, textOf, type User } from "../model/types";
import { useUsers } from "./store";
import { setView, useView, type Wanted } from "./view";

/** The user with a number; companies of a group can have the same number, so the name decides between them. */
function found(users: Iterable<User>, { employeeNumber, name }: Wanted): User | undefined {
  const same = [...users].filter((user) => textOf(user, "employeeNumber") === employeeNumber);
  return same.find((user) => nameOf(user) === name) ?? same[0];
}

/** Use once, in the screen. Of a user that is not in the list any more, the search shows so. */
export function useWanted(): void {
  const wanted = useView((view) => view.wanted);
  const users = useUsers((store) => store.users);
  const whole = useUsers((store) => store.whole);
  useEffect(() => {
    if (wanted === null || !whole) return;
    const user = found(users.values(), wanted);
    setView({
      wanted: null,
      ...(user === undefined
        ? { search: wanted.name, view: "all", panel: null, reveal: null }
        : { panel: { kind: "detail", id: user.id }, reveal: user.id }),
    });
  }, [wanted, users, whole]);
}
