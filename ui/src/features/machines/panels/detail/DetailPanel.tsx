/** All about one machine: its fields in groups, what hangs on it, who is responsible, what was done to it from here. */

import { Button } from "@mantine/core";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matches } from "../../../../shared/keyboard";
import { Note, SidePanel, StateChip, StateIcon } from "../../../../shared/parts";
import { History } from "../../../../shared/records/panels/History";
import css from "../../../../shared/records/panels/panels.module.css";
import { useGuarded } from "../../../../shared/records/use-guarded";
import type { Acts } from "../../actions/use-acts";
import type { Edits } from "../../actions/use-edits";
import { useFuelWords } from "../../actions/use-fuel-words";
import { useLowerWords } from "../../actions/use-lower-words";
import { shownMachine } from "../../fleet/cells";
import { useFleet } from "../../fleet/store";
import { readyNow } from "../../fleet/use-ready";
import type { Rows } from "../../fleet/use-rows";
import { useShowing } from "../../fleet/use-showing";
import { openPanel } from "../../fleet/view";
import { isOfSeveralCompanies } from "../../model/companies";
import { linkedTo } from "../../model/equipment";
import { type Column, columns, type GroupName } from "../../model/fields";
import { readCell } from "../../model/odd";
import { isBlocked, isEquipment, text } from "../../model/types";
import { CheckIn } from "./CheckIn";
import { DetailField } from "./DetailField";
import { Equipment } from "./Equipment";
import { Foot } from "./Foot";
import { useDetail } from "./use-detail";

type Props = {
  id: string;
  acts: Acts;
  edits: Edits;
  rows: Rows;
  readOnly: boolean;
  refused: string | null;
  onClose: () => void;
};

/** After check-in, which stands first. */
const order: readonly GroupName[] = ["fuel", "identity", "work", "size", "money", "notes"];

/** These have parts of their own in the panel. */
const elsewhere: ReadonlySet<string> = new Set(["fuel", "blockedSince", "parentMachineId", "isEquipment"]);

export function DetailPanel({ id, acts, edits, rows, readOnly, refused, onClose }: Props) {
  const { t } = useTranslation(["machines", "records"]);
  const fleet = useFleet();
  const to = useShowing();
  const [empty, setEmpty] = useState(false);
  const { guarded, production } = useGuarded();
  const lower = useLowerWords();
  const fuelWords = useFuelWords();
  const detail = useDetail(id);
  const frame = useRef<HTMLDivElement>(null);
  const stepped = useStepped(frame, id);
  // What hangs on the machine is saved with it.
  const together = useMemo(() => {
    const linked = linkedTo(id, fleet.machines, fleet.pending).filter((each) => each.pending !== null);
    return [id, ...linked.map(({ machine }) => machine.id)];
  }, [id, fleet.machines, fleet.pending]);
  const severalCompanies = useMemo(() => isOfSeveralCompanies(fleet.machines.values()), [fleet.machines]);
  const machine = shownMachine(id, fleet);
  if (machine === undefined)
    return (
      <SidePanel onClose={onClose} title={t("detail.deleted")}>
        <Note kind="needs">{t("detail.deletedText")}</Note>
      </SidePanel>
    );
  const ready = readyNow(together, fleet);
  const save = async () => {
    await leaveField(edits);
    const now = readyNow(together);
    if (now.edits === 0) return;
    const yes = t(production ? "records:bar.save" : "records:bar.saveTest", { count: now.edits });
    guarded(now.machines.length, yes, () => void acts.save(now.machines), null, lower(now));
  };
  const step = (by: -1 | 1) => {
    const next = rows.shown[rows.shown.findIndex((row) => row.id === id) + by];
    if (next === undefined) return;
    void leaveField(edits);
    stepped();
    openPanel({ kind: "detail", id: next.id });
  };
  const tells = ({ name }: Column) => name !== "companyId" || severalCompanies || fleet.pending.get(id)?.has(name);
  const fieldsIn = (group: GroupName) =>
    columns().filter(
      (column) =>
        column.group === group &&
        !elsewhere.has(column.name) &&
        !(column.machinesOnly && isEquipment(machine)) &&
        tells(column),
    );
  const isEmpty = ({ name }: Column) => readCell(name, machine, to) === "" && !fleet.pending.get(id)?.has(name);
  const hidden = order.flatMap(fieldsIn).filter(isEmpty).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole panel; every field inside is a control of its own
    <div
      className={css.through}
      onKeyDown={(event) => {
        if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
          event.preventDefault();
          step(event.key === "ArrowUp" ? -1 : 1);
        } else if (!readOnly && matches(event.nativeEvent, "saveChanges")) {
          event.preventDefault();
          void save();
        }
      }}
      ref={frame}
    >
      <SidePanel
        foot={
          readOnly ? undefined : <Foot acts={acts} id={id} onSave={() => void save()} ready={ready} refused={refused} />
        }
        onClose={onClose}
        title={
          <span className={css.foot}>
            {`${text(machine.machineNumber)} ${text(machine.name)}`}
            {isBlocked(machine) ? <StateChip state="blocked" /> : null}
          </span>
        }
      >
        <div className={css.stack} key={id}>
          <CheckIn acts={acts} edits={edits} id={id} readOnly={readOnly} />
          {order.map((group) => {
            const shown = fieldsIn(group).filter((column) => empty || !isEmpty(column));
            const rated = group === "fuel" && !readOnly && !isEquipment(machine);
            if (shown.length === 0 && !rated) return null;
            return (
              <fieldset className={css.group} key={group}>
                <legend>{t(`group.${group}`)}</legend>
                {shown.map(({ name }) => (
                  <DetailField edits={edits} id={id} key={name} name={name} readOnly={readOnly} />
                ))}
                {(group === "fuel" ? fuelWords(machine) : []).map((said) => (
                  <p className="fd-odd-note fd-small" key={said}>
                    <StateIcon size={14} state="needsDecision" />
                    <b>{said}</b>
                  </p>
                ))}
                {rated ? (
                  <Button className={css.own} onClick={() => openPanel({ kind: "fuel", ids: [id] })}>
                    {t("bar.fuel")}
                  </Button>
                ) : null}
                {group === "work" ? <Supervisor id={id} /> : null}
              </fieldset>
            );
          })}
          {hidden === 0 ? null : (
            <button aria-expanded={empty} className={css.link} onClick={() => setEmpty((on) => !on)} type="button">
              {empty ? t("detail.hideEmpty") : t("detail.empty", { count: hidden })}
            </button>
          )}
          <Equipment edits={edits} id={id} readOnly={readOnly} />
          <History acts={acts} done={detail.data?.history} error={detail.error} readOnly={readOnly} />
        </div>
      </SidePanel>
    </div>
  );
}

function Supervisor({ id }: { id: string }) {
  const { t } = useTranslation("machines");
  const supervisor = useDetail(id).data?.responsible?.supervisor ?? null;
  return supervisor === null ? null : (
    <p className="fd-small fd-ink2">{t("detail.supervisor", { name: supervisor })}</p>
  );
}

/** A field is put in when it is left; what is being typed now belongs to what is saved. */
async function leaveField(edits: Edits): Promise<void> {
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.matches("input, textarea")) {
    field.blur();
    field.focus();
  }
  await edits.idle();
}

/** The next machine comes into the same panel: the focus is on the panel then, not on a field of the one before. */
function useStepped(frame: RefObject<HTMLDivElement | null>, id: string): () => void {
  const asked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another machine is what it waits for
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    frame.current?.querySelector<HTMLElement>("aside")?.focus();
  }, [frame, id]);
  return () => {
    asked.current = true;
  };
}
