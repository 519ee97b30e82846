/** Users, as the parts that are shared with other records need to know them. */

import { userFields } from "../../../shared/fields";
import type { Kind } from "../../../shared/records/kind";
import { useFollowProgress } from "../../../shared/records/progress";
import { showValue } from "../model/show";
import { nameOf, supervisorNames, textOf } from "../model/types";
import { retry, settled, useFeed } from "./feed";
import { useUsers } from "./store";
import { useLayout } from "./use-layout";
import { useShowing, useTitle } from "./use-showing";
import { openPanel, setView, useView } from "./view";

export const userKind: Kind = {
  resource: "users",
  to: "/users",
  guide: "users",
  fields: {
    all: () => [...userFields.all()].flatMap(({ name, canBeWritten }) => (canBeWritten ? [name] : [])),
    number: "employeeNumber",
    own: ["employeeNumber", "companyId"],
    isKnown: (field) => userFields.of(field) !== undefined,
    isNumeric: () => false,
    useStored: (id) => {
      const user = useUsers(({ users }) => (id === null ? undefined : users.get(id)));
      return (field) =>
        field === "immediateSupervisors" ? supervisorNames(user?.supervisors ?? []) : user?.values[field];
    },
    kept: () => useView.getState().imports,
    keep: (imports) => setView({ imports }),
  },
  useCells: () => {
    const to = useShowing();
    const title = useTitle();
    return { title, show: (field, value) => showValue(field, value, to) };
  },
  useNames: () => {
    const users = useUsers((store) => store.users);
    return (id) => {
      const user = users.get(id);
      return user === undefined ? undefined : { number: textOf(user, "employeeNumber"), name: nameOf(user) };
    };
  },
  useReadOnly: () => useUsers((store) => store.state?.readOnly ?? false),
  useFollowed: () => {
    useFeed();
    useLayout();
    useFollowProgress();
  },
  settled,
  retry,
  openReport: (report) => openPanel({ kind: "report", report }),
};
