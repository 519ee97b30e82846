/** The menu of a row: what can be done with it, or with the selection that it is in. Right click, Shift F10, or its ⋯. */

import { Menu } from "@mantine/core";
import { type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import { Keys } from "../../../shared/parts";
import type { ActsOn } from "../actions/use-acts-on";
import { shownMachine } from "../fleet/cells";
import { openPanel, useView } from "../fleet/view";
import { isBlocked, isEquipment, type Machine, text } from "../model/types";
import type { GridDoor } from "./Grid";
import css from "./grid.module.css";
import { goTo } from "./next-problem";
import { useRowMenu } from "./row-menu";

type Props = { on: ActsOn; door: RefObject<GridDoor>; readOnly: boolean };

export function RowMenu({ on, door, readOnly }: Props) {
  const { t } = useTranslation("machines");
  const at = useRowMenu((store) => store.at);
  useLit(at?.ids);
  /** Closing gives the focus back to the cell; a panel that the act opened takes it after that. */
  const close = () => {
    useRowMenu.setState({ at: null });
    const { range } = useView.getState();
    if (range !== null) goTo(door.current.api, range.anchor.row, range.anchor.column);
  };
  const machines = (at?.ids ?? []).flatMap((id) => shownMachine(id) ?? []);
  return (
    <Menu
      onChange={(opened) => opened || close()}
      opened={at !== null && machines.length > 0}
      position="bottom-start"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span aria-hidden="true" className={css.spot} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      </Menu.Target>
      <Menu.Dropdown
        className={css.menu ?? ""}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // The letters of the grid are not meant here.
          if (event.key.length === 1 && event.key !== " ") event.preventDefault();
        }}
      >
        <Menu.Label>{titleOf(machines, t)}</Menu.Label>
        {machines.length === 1 ? (
          <Menu.Item
            data-autofocus
            onClick={() => openPanel({ kind: "detail", id: machines[0]?.id ?? "" })}
            rightSection={<Keys>Alt Enter</Keys>}
          >
            {t("menu.details")}
          </Menu.Item>
        ) : null}
        {readOnly ? null : <Changes machines={machines} on={on} />}
        <Menu.Item onClick={() => door.current.copy()} rightSection={<Keys>Ctrl C</Keys>}>
          {t("menu.copy")}
        </Menu.Item>
        {readOnly ? null : <Last machines={machines} on={on} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The rows that the menu is about, marked while it is open. */
function useLit(ids: readonly string[] | undefined): void {
  useEffect(() => {
    const rows = (ids ?? []).flatMap((id) => [
      ...document.querySelectorAll(`[data-pane="grid"] [row-id="${CSS.escape(id)}"]`),
    ]);
    for (const row of rows) row.classList.add("fd-menu-row");
    return () => {
      for (const row of rows) row.classList.remove("fd-menu-row");
    };
  }, [ids]);
}

type Words = ReturnType<typeof useTranslation<"machines">>["t"];

function titleOf(machines: readonly Machine[], t: Words): string {
  const [first] = machines;
  if (machines.length !== 1 || first === undefined) return t("menu.many", { count: machines.length });
  return `${text(first.machineNumber)} ${text(first.name)}`;
}

function Changes({ machines, on }: { machines: readonly Machine[]; on: ActsOn }) {
  const { t } = useTranslation("machines");
  const ids = machines.map(({ id }) => id);
  const several = ids.length > 1;
  const takes = machines.filter((machine) => !isEquipment(machine));
  return (
    <>
      {takes.some((machine) => several || !isBlocked(machine)) ? (
        <Menu.Item
          {...(several && { "data-autofocus": true, rightSection: <Keys>{shortcutLabel("blockCheckIn")}</Keys> })}
          onClick={() => on.block(ids)}
        >
          {t("detail.block")}
        </Menu.Item>
      ) : null}
      {takes.some((machine) => several || isBlocked(machine)) ? (
        <Menu.Item
          onClick={() => on.release(ids)}
          rightSection={several ? <Keys>{shortcutLabel("releaseCheckIn")}</Keys> : undefined}
        >
          {t("bar.unblock")}
        </Menu.Item>
      ) : null}
      {takes.length === 0 ? <Menu.Label>{t("menu.noCheckIn")}</Menu.Label> : null}
      <Menu.Item onClick={() => on.fuel(ids)}>{t("bar.fuel")}</Menu.Item>
      <Menu.Item onClick={() => on.edit(ids)}>{t("bar.edit")}</Menu.Item>
    </>
  );
}

/** What takes a machine out of use. */
function Last({ machines, on }: { machines: readonly Machine[]; on: ActsOn }) {
  const { t } = useTranslation("machines");
  const ids = machines.map(({ id }) => id);
  const [only] = machines;
  return (
    <>
      <Menu.Divider />
      {machines.some(({ active }) => active === true) ? (
        <Menu.Item onClick={() => on.setActive(ids, false)}>{t("bar.deactivate")}</Menu.Item>
      ) : null}
      {machines.some(({ active }) => active !== true) ? (
        <Menu.Item onClick={() => on.setActive(ids, true)}>{t("bar.activate")}</Menu.Item>
      ) : null}
      {ids.length === 1 && only !== undefined ? (
        <Menu.Item onClick={() => on.remove(only.id)}>{t("detail.delete")}</Menu.Item>
      ) : null}
    </>
  );
}
