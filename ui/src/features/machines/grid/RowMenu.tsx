/** The menu of a row: what can be done with it, or with the selection that it is in. Right click, Shift F10, or its ⋯. */

import { Menu } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { shortcutLabel } from "../../../shared/keyboard";
import { Keys } from "../../../shared/parts";
import { RowMenu as RowMenuOf } from "../../../shared/records/grid/RowMenu";
import { useRowMenu } from "../../../shared/records/grid/row-menu";
import type { ActsOn } from "../actions/use-acts-on";
import { shownMachine } from "../fleet/cells";
import { openPanel, useView } from "../fleet/view";
import { isBlocked, isEquipment, type Machine, text } from "../model/types";
import type { GridDoor } from "./Grid";
import { goTo } from "./next-problem";

type Props = { on: ActsOn; door: RefObject<GridDoor>; readOnly: boolean };

export function RowMenu({ on, door, readOnly }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const at = useRowMenu((store) => store.at);
  const toGrid = () => {
    const { range } = useView.getState();
    if (range !== null) goTo(door.current.api, range.anchor.row, range.anchor.column);
  };
  const machines = (at?.ids ?? []).flatMap((id) => shownMachine(id) ?? []);
  const many = (count: number) => t("records:menu.many", { count });
  return (
    <RowMenuOf title={machines.length === 0 ? null : titleOf(machines, many)} toGrid={toGrid}>
      {machines.length === 1 ? (
        <Menu.Item
          data-autofocus
          onClick={() => openPanel({ kind: "detail", id: machines[0]?.id ?? "" })}
          rightSection={<Keys>Alt Enter</Keys>}
        >
          {t("records:menu.details")}
        </Menu.Item>
      ) : null}
      {readOnly ? null : <Changes machines={machines} on={on} />}
      <Menu.Item onClick={() => door.current.copy()} rightSection={<Keys>Ctrl C</Keys>}>
        {t("records:menu.copy")}
      </Menu.Item>
      {readOnly ? null : <Last machines={machines} on={on} />}
    </RowMenuOf>
  );
}

function titleOf(machines: readonly Machine[], many: (count: number) => string): string {
  const [first] = machines;
  if (machines.length !== 1 || first === undefined) return many(machines.length);
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
