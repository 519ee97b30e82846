/** Reads the users and keeps them true while their screens are shown. */

import type { UserRow, UsersState } from "../../../ipc";
import { createFeed, useRecordFeed } from "../../../shared/records/feed";
import { warmSearch } from "../model/search";
import { userSelection } from "./selection";
import { clearUsers, putUsers, useUsers } from "./store";
import { forgetUsers } from "./view";

const feed = createFeed<UserRow, UsersState>({
  event: "usersChanged",
  list: (bridge, from, limit) => bridge.listUsers(from, limit),
  changes: (bridge, since) => bridge.userChanges(since),
  refresh: (bridge) => bridge.refreshUsers(),
  beside: async () => () => {},
  complete: async () => {
    warmSearch(useUsers.getState().users.values(), null);
    return () => {};
  },
  known: useUsers.getState,
  note: useUsers.setState,
  put: putUsers,
  has: (id) => useUsers.getState().users.has(id),
  clear: clearUsers,
  forget: forgetUsers,
  selection: userSelection,
});

export const { settled, retry } = feed;

export const useFeed = () => useRecordFeed(feed);
