/** The rows of the grid: sorted when records or the sort change, filtered at every keystroke. */

import { useMemo } from "react";
import { arrange, type UserItem } from "../model/rows";
import { searcher } from "../model/search";
import { inView, type ViewName, viewNames } from "../model/views";
import { useUsers } from "./store";
import { useShowing } from "./use-showing";
import { useView } from "./view";

export type Rows = {
  readonly all: readonly UserItem[];
  readonly shown: readonly UserItem[];
  readonly counts: Readonly<Record<ViewName, number>>;
  /** Something hides rows. */
  readonly filtered: boolean;
};

export function useRows(): Rows {
  const users = useUsers((store) => store.users);
  const { sort, search, view } = useView();
  const to = useShowing();
  const all = useMemo(() => arrange(users.values(), sort, to), [users, sort, to]);
  const counts = useMemo(() => {
    const today = new Date();
    const count = (name: ViewName) => {
      const test = inView(name, today);
      let found = 0;
      for (const user of users.values()) if (test(user)) found += 1;
      return found;
    };
    return Object.fromEntries(viewNames.map((name) => [name, count(name)])) as Record<ViewName, number>;
  }, [users]);
  const shown = useMemo(() => {
    const matches = searcher(search, null);
    const viewed = inView(view, new Date());
    return all.filter(({ user }) => viewed(user) && matches(user));
  }, [all, search, view]);
  return { all, shown, counts, filtered: search.trim() !== "" || view !== "all" };
}
