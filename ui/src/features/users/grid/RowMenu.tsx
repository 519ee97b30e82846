/** The menu of a row: what can be done with the user, or with the selection that it is in. Right click, or Shift F10. */

import { Menu } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import { Keys } from "../../../shared/parts";
import { RowMenu as RowMenuOf } from "../../../shared/records/grid/RowMenu";
import { useRowMenu } from "../../../shared/records/grid/row-menu";
import { sameIds } from "../../../shared/records/selection";
import type { UserActs } from "../actions/use-user-acts";
import { isDisabled, titleOf } from "../model/types";
import { useChosen } from "../users/selection";
import { useUsers } from "../users/store";
import type { Rows } from "../users/use-rows";
import { openPanel } from "../users/view";
import { focusGrid, type GridDoor } from "./Grid";

type Props = { acts: UserActs; door: RefObject<GridDoor>; readOnly: boolean; rows: Rows };

export function RowMenu({ acts, door, readOnly, rows }: Props) {
  const { t } = useTranslation("users");
  const { t: records } = useTranslation("records");
  const at = useRowMenu((store) => store.at);
  const known = useUsers((store) => store.users);
  const { ids: chosen } = useChosen(rows);
  const users = (at?.ids ?? []).flatMap((id) => known.get(id) ?? []);
  const [first] = users;
  const only = users.length === 1 ? first : undefined;
  const ids = users.map(({ id }) => id);
  /** The panel with the preview: one about what is ticked follows it. */
  const change = (disabled: boolean) =>
    openPanel({ kind: "switch", ids: sameIds(ids, chosen) ? "ticked" : ids, disabled });
  const title = only === undefined ? records("menu.many", { count: users.length }) : titleOf(only);
  return (
    <RowMenuOf title={first === undefined ? null : title} toGrid={() => focusGrid(door.current)}>
      {only === undefined ? null : (
        <Menu.Item onClick={() => openPanel({ kind: "detail", id: only.id })} rightSection={<Keys>Enter</Keys>}>
          {records("menu.details")}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => door.current.copy()} rightSection={<Keys>Ctrl C</Keys>}>
        {records("menu.copy")}
      </Menu.Item>
      {readOnly ? null : (
        <>
          <Menu.Divider />
          {users.every(isDisabled) ? null : (
            <Menu.Item
              onClick={() => change(true)}
              rightSection={only === undefined ? <Keys>{shortcutLabel("disableUsers")}</Keys> : undefined}
            >
              {t("bar.disable")}
            </Menu.Item>
          )}
          {users.some(isDisabled) ? (
            <Menu.Item
              onClick={() => change(false)}
              rightSection={only === undefined ? <Keys>{shortcutLabel("enableUsers")}</Keys> : undefined}
            >
              {t("bar.enable")}
            </Menu.Item>
          ) : null}
          {only === undefined ? null : (
            <Menu.Item onClick={() => void acts.remove(only.id)}>{t("form.delete")}</Menu.Item>
          )}
        </>
      )}
    </RowMenuOf>
  );
}
