/** Users whose form was left with unsaved changes: their names, a way back to each, and a way to be rid of them. */

import { Button, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import { UnsavedBar } from "../../../shared/records/bars/UnsavedBar";
import css from "../../../shared/records/screen.module.css";
import { offerUndo } from "../../../shared/undo/store";
import { changesOf } from "../model/draft";
import { titleOf } from "../model/types";
import { useUsers } from "../users/store";
import { bringBack, draftOf, dropDrafts, newUser, openForm } from "../users/view";

export function Unsaved({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const users = useUsers((store) => store.users);
  const named = (id: string) => {
    if (id === newUser) return t("new");
    const user = users.get(id);
    return user === undefined ? t("form.deleted") : titleOf(user);
  };
  const label = t("bar.unsaved", { count: ids.length });
  const names = ids.map(named).join(", ");
  const discard = () => {
    const count = ids.reduce((sum, id) => sum + changesOf(draftOf(id)), 0);
    const dropped = dropDrafts(ids);
    // Typed text is never lost without a way back.
    offerUndo({ text: records("discarded", { count }), undo: () => bringBack(dropped) });
  };
  return (
    <UnsavedBar
      label={label}
      said={
        <>
          <b>{label}</b>
          <span className={`fd-small fd-ink2 ${css.change}`} title={names}>
            {names}
          </span>
        </>
      }
    >
      {children}
      <Button onClick={discard}>{t("form.discard")}</Button>
      <Show ids={ids} named={named} />
    </UnsavedBar>
  );
}

/** Opens the form; of several the one that is chosen. */
function Show({ ids, named }: { ids: readonly string[]; named: (id: string) => string }) {
  const { t: records } = useTranslation("records");
  const [first] = ids;
  if (first === undefined) return null;
  const label = records("showChanges");
  if (ids.length === 1)
    return (
      <Button onClick={() => openForm(first)} variant="filled">
        {label}
      </Button>
    );
  return (
    <Menu position="top-end" returnFocus={false}>
      <Menu.Target>
        <Button rightSection={<Icon name="up" size={12} />} variant="filled">
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ids.map((id) => (
          <Menu.Item key={id} onClick={() => openForm(id)}>
            {named(id)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
