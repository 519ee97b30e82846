/** All about one machine: its fields in groups, what hangs on it, who is responsible, what was done to it from here. */

import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, useBridge } from "../../../ipc";
import { shortcutLabel } from "../../../shared/keyboard";
import { FailureNote, Icon, Keys, Note, SidePanel, StateChip } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import type { Acts } from "../acts/use-acts";
import type { Edits } from "../acts/use-edits";
import { shownMachine } from "../fleet/cells";
import { useFleet } from "../fleet/store";
import type { Rows } from "../fleet/use-rows";
import { useShowing } from "../fleet/use-showing";
import { openPanel } from "../fleet/view";
import { columns, type GroupName, groups } from "../model/fields";
import { showCell } from "../model/show";
import { isBlocked, isEquipment, text } from "../model/types";
import { DetailField } from "./DetailField";
import css from "./panels.module.css";

type Props = {
  id: string;
  acts: Acts;
  edits: Edits;
  rows: Rows;
  readOnly: boolean;
  refused: string | null;
  onClose: () => void;
};

export function DetailPanel({ id, acts, edits, rows, readOnly, refused, onClose }: Props) {
  const { t } = useTranslation("machines");
  const fleet = useFleet();
  const to = useShowing();
  const [empty, setEmpty] = useState(false);
  const machine = shownMachine(id, fleet);
  if (machine === undefined)
    return (
      <SidePanel onClose={onClose} title={t("detail.gone")}>
        <Note kind="needs">{t("detail.goneText")}</Note>
      </SidePanel>
    );
  const step = (by: -1 | 1) => {
    const at = rows.shown.findIndex((row) => row.id === id);
    const next = rows.shown[at + by];
    if (next !== undefined) openPanel({ kind: "detail", id: next.id });
  };
  const pending = fleet.pending.get(id)?.size ?? 0;
  const fieldsIn = (group: GroupName) =>
    columns.filter(
      (column) =>
        column.group === group &&
        column.name !== "fuel" &&
        column.name !== "blockedSince" &&
        column.name !== "blockCheckIn" &&
        !(column.machinesOnly && isEquipment(machine)),
    );
  const isEmpty = (name: (typeof columns)[number]["name"]) =>
    showCell(name, machine, to) === "" && !fleet.pending.get(id)?.has(name);
  const hidden = groups.flatMap(fieldsIn).filter(({ name }) => isEmpty(name)).length;
  return (
    // Alt and the arrows go to the machine above and below, wherever the focus is in the panel.
    <SidePanel
      foot={readOnly ? undefined : <Foot acts={acts} id={id} pending={pending} refused={refused} />}
      onClose={onClose}
      title={
        <span className={css.foot}>
          {`${text(machine.machineNumber)} ${text(machine.name)}`}
          {isBlocked(machine) ? <StateChip state="blocked" /> : null}
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole panel; every field inside is a control of its own */}
      <div
        className={css.stack}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
          event.preventDefault();
          step(event.key === "ArrowUp" ? -1 : 1);
        }}
      >
        <CheckIn acts={acts} id={id} readOnly={readOnly} />
        {groups.map((group) => {
          const shown = fieldsIn(group).filter(({ name }) => empty || !isEmpty(name));
          if (shown.length === 0) return null;
          return (
            <fieldset className={css.group} key={group}>
              <legend>{t(`group.${group}`)}</legend>
              {shown.map(({ name }) => (
                <DetailField edits={edits} id={id} key={name} name={name} readOnly={readOnly} />
              ))}
            </fieldset>
          );
        })}
        {hidden === 0 ? null : (
          <button aria-expanded={empty} className={css.link} onClick={() => setEmpty((on) => !on)} type="button">
            {empty ? t("detail.hideEmpty") : t("detail.empty", { count: hidden })}
          </button>
        )}
        <Around id={id} />
      </div>
    </SidePanel>
  );
}

function CheckIn({ id, acts, readOnly }: { id: string; acts: Acts; readOnly: boolean }) {
  const { t } = useTranslation("machines");
  const fleet = useFleet();
  const to = useShowing();
  const machine = shownMachine(id, fleet);
  if (machine === undefined) return null;
  if (isEquipment(machine)) return <p className="fd-small fd-ink2">{t("cell.equipmentWhy")}</p>;
  const blocked = isBlocked(machine);
  const since = to.since(machine);
  return (
    <div className={css.stack}>
      {blocked ? (
        <Note kind="plain">
          <b>{t("detail.blocked")}</b> {since === "" ? t("detail.sinceUnknown") : t("detail.since", { at: since })}
        </Note>
      ) : null}
      {readOnly ? null : (
        <div className={css.foot}>
          {blocked ? (
            <Button onClick={() => void acts.release([id])}>{t("bar.release")}</Button>
          ) : (
            <Button onClick={() => openPanel({ kind: "block", ids: [id] })}>{t("detail.block")}</Button>
          )}
          <Button onClick={() => openPanel({ kind: "fuel", ids: [id] })}>{t("bar.fuel")}</Button>
        </div>
      )}
    </div>
  );
}

/** What the desktop side knows around the machine: its equipment, its people, its history. */
function Around({ id }: { id: string }) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const formats = useFormats();
  const revision = useFleet((fleet) => fleet.machines.get(id));
  const columnsNow = useFleet((fleet) => fleet.columns);
  const { data, error } = useQuery({
    queryKey: ["machines", "detail", id, JSON.stringify(revision ?? null)],
    queryFn: () => bridge.machineDetail(id),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  if (error !== null) return <FailureNote failure={failureOf(error)} />;
  if (data === undefined) return null;
  const numberAt = columnsNow.indexOf("machineNumber");
  const nameAt = columnsNow.indexOf("name");
  const parent = data.parent;
  return (
    <>
      {data.equipment.length === 0 && parent === null ? null : (
        <div className={css.group}>
          <h3>{t(parent === null ? "detail.equipment" : "detail.belongsTo")}</h3>
          {parent === null ? null : (
            <button className={css.link} onClick={() => openPanel({ kind: "detail", id: parent.id })} type="button">
              {`${text(parent.cells[numberAt])} ${text(parent.cells[nameAt])}`}
            </button>
          )}
          {data.equipment.map((row) => (
            <button
              className={css.link}
              key={row.id}
              onClick={() => openPanel({ kind: "detail", id: row.id })}
              type="button"
            >
              {`${text(row.cells[numberAt])} ${text(row.cells[nameAt])}`}
            </button>
          ))}
        </div>
      )}
      {data.responsible === null ? null : (
        <div className={css.group}>
          <h3>{t("column.responsibleEmployeeNumber")}</h3>
          <p>
            {data.responsible.name} <span className="fd-ink2">{data.responsible.employeeNumber}</span>
          </p>
          {data.responsible.supervisor === null ? null : (
            <p className="fd-small fd-ink2">{t("detail.supervisor", { name: data.responsible.supervisor })}</p>
          )}
        </div>
      )}
      <div className={css.group}>
        <h3>{t("detail.history")}</h3>
        {data.history.length === 0 ? <p className="fd-small fd-ink2">{t("detail.noHistory")}</p> : null}
        {data.history.slice(0, 20).map((act) => (
          <p className="fd-small" key={act.batchId}>
            {t(`kind.${act.kind}`)} · {formats.clock(act.at)} · {t(`outcome.${act.outcome}`)}
          </p>
        ))}
      </div>
    </>
  );
}

function Foot({ id, acts, pending, refused }: { id: string; acts: Acts; pending: number; refused: string | null }) {
  const { t } = useTranslation("machines");
  const machine = useFleet((fleet) => fleet.machines.get(id));
  const active = machine?.active === true;
  const instead = async () => {
    await acts.setActive([id], false);
    openPanel({ kind: "detail", id });
  };
  return (
    <div className={css.foot}>
      {refused === null ? null : (
        <div className={css.full}>
          <Note
            actions={
              active ? (
                <Button onClick={() => void instead()} size="xs">
                  {t("detail.instead")}
                </Button>
              ) : undefined
            }
            kind="needs"
          >
            {t("detail.notDeletable")} <span className="fd-small fd-ink2">{refused}</span>
          </Note>
        </div>
      )}
      {pending === 0 ? null : (
        <>
          <Button onClick={() => void acts.save([id])} variant="filled">
            {t("save")}
          </Button>
          <Keys>{shortcutLabel("saveChanges")}</Keys>
        </>
      )}
      <Button onClick={() => void acts.setActive([id], !active)}>
        {t(active ? "bar.deactivate" : "bar.activate")}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <Button aria-label={t("bar.more")} px="xs">
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="bin" />} onClick={() => void acts.remove(id)}>
            {t("detail.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
