/** Equipment of a machine, or the machine of a piece of equipment: attached and detached like everything typed, saved by Save. */

import { Button, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, useBridge } from "../../../../ipc";
import { wordOf } from "../../../../shared/fields";
import { FailureNote } from "../../../../shared/parts";
import css from "../../../../shared/records/panels/panels.module.css";
import { useProblemWords } from "../../../../shared/records/use-problem-words";
import type { Edits } from "../../actions/use-edits";
import { useFleet } from "../../fleet/store";
import { openPanel } from "../../fleet/view";
import { type Linked, linkedTo, parentField, parentOf } from "../../model/equipment";
import { isEquipment, type Machine, text } from "../../model/types";

type Props = { id: string; edits: Edits; readOnly: boolean };

/** So many of a long list are shown while it is searched. */
const shownAtOnce = 50;

const nameOf = (machine: Machine) => `${text(machine.machineNumber)} ${text(machine.name)}`.trim();

/** Puts a piece of equipment to a machine; to none with an empty id. */
function link(edits: Edits, equipment: string, machine: string): void {
  void edits.apply([{ machineId: equipment, field: parentField, input: { kind: "value", value: machine } }]);
}

export function Equipment({ id, edits, readOnly }: Props) {
  const machine = useFleet((fleet) => fleet.machines.get(id));
  if (machine === undefined) return null;
  return isEquipment(machine) ? (
    <BelongsTo edits={edits} machine={machine} readOnly={readOnly} />
  ) : (
    <Attached edits={edits} machine={machine} readOnly={readOnly} />
  );
}

function Attached({ machine, edits, readOnly }: { machine: Machine; edits: Edits; readOnly: boolean }) {
  const { t } = useTranslation(["machines", "records"]);
  const machines = useFleet((fleet) => fleet.machines);
  const pending = useFleet((fleet) => fleet.pending);
  // A new list empties the search after each choice.
  const [turn, setTurn] = useState(0);
  const linked = useMemo(() => linkedTo(machine.id, machines, pending), [machine.id, machines, pending]);
  const others = useMemo(() => {
    const free = [...machines.values()].filter(
      (each) =>
        isEquipment(each) &&
        each.companyId === machine.companyId &&
        parentOf(each, pending.get(each.id)) !== machine.id,
    );
    return free.map((each) => {
      const now = machines.get(parentOf(each, pending.get(each.id)));
      const at = now === undefined ? "" : ` (${t("detail.isAt", { number: text(now.machineNumber) })})`;
      return { value: each.id, label: `${nameOf(each)}${at}` };
    });
  }, [machines, pending, machine, t]);
  return (
    <fieldset className={css.group}>
      <legend>{t("detail.equipment")}</legend>
      <ReadLinked id={machine.id} key={machine.id} />
      {linked.length === 0 ? null : (
        <ul className={css.list}>
          {linked.map((each) => (
            <Piece edits={edits} key={each.machine.id} linked={each} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {readOnly ? null : (
        <Select
          data={others}
          key={turn}
          label={t("detail.attach")}
          limit={shownAtOnce}
          nothingFoundMessage={t("detail.noEquipment")}
          onChange={(equipment) => {
            if (equipment === null) return;
            link(edits, equipment, machine.id);
            setTurn((now) => now + 1);
          }}
          placeholder={t("detail.attachHint")}
          searchable
          value={null}
        />
      )}
    </fieldset>
  );
}

/** A list of machines need not have what the server attaches to one: it is asked for with that machine. */
function ReadLinked({ id }: { id: string }) {
  const { t } = useTranslation(["machines", "records"]);
  const bridge = useBridge();
  const read = useMutation({ mutationFn: () => bridge.readMachineEquipment(id) });
  return (
    <>
      <span className={css.foot}>
        <Button disabled={read.isPending} onClick={() => read.mutate()} size="xs">
          {t("detail.readLinked")}
        </Button>
        <span className="fd-small fd-ink2" role="status">
          {read.data === undefined ? "" : t("detail.linked", { count: read.data })}
        </span>
      </span>
      {read.error === null ? null : <FailureNote failure={failureOf(read.error)} />}
    </>
  );
}

function Piece({ linked, edits, readOnly }: { linked: Linked; edits: Edits; readOnly: boolean }) {
  const { t } = useTranslation(["machines", "records"]);
  const { machine, pending } = linked;
  const back = () => void edits.apply([{ machineId: machine.id, field: parentField, input: { kind: "none" } }]);
  return (
    <li>
      <span className={css.grow}>
        <button
          className={`${css.link} ${pending === "detached" ? css.old : ""}`}
          onClick={() => openPanel({ kind: "detail", id: machine.id })}
          type="button"
        >
          {nameOf(machine)}
        </button>
        {pending === null ? null : <span className="fd-small fd-ink2"> {t(`detail.${pending}`)}</span>}
      </span>
      {readOnly ? null : (
        <Button
          aria-label={t(pending === null ? "detail.detachOne" : "detail.undoOne", {
            number: text(machine.machineNumber),
          })}
          onClick={() => (pending === null ? link(edits, machine.id, "") : back())}
          size="xs"
        >
          {t(pending === null ? "detail.detach" : "records:undoBatch")}
        </Button>
      )}
    </li>
  );
}

function BelongsTo({ machine, edits, readOnly }: { machine: Machine; edits: Edits; readOnly: boolean }) {
  const { t } = useTranslation(["machines", "records"]);
  const problemWords = useProblemWords();
  const machines = useFleet((fleet) => fleet.machines);
  const pending = useFleet((fleet) => fleet.pending.get(machine.id));
  const parents = useMemo(
    () =>
      [...machines.values()]
        .filter((each) => !isEquipment(each) && each.companyId === machine.companyId)
        .map((each) => ({ value: each.id, label: nameOf(each) })),
    [machines, machine.companyId],
  );
  const at = parentOf(machine, pending);
  const edit = pending?.get(parentField);
  const parent = machines.get(at);
  return (
    <fieldset className={css.group}>
      <legend>{t("detail.belongsTo")}</legend>
      <Select
        className={edit === undefined ? "" : (css.changed ?? "")}
        data={parents}
        description={at !== "" && parent === undefined ? t("detail.parentUnknown") : undefined}
        error={edit?.problem == null ? undefined : problemWords(edit.problem)}
        label={wordOf("isEquipment", false)}
        limit={shownAtOnce}
        onChange={(chosen) => chosen !== null && link(edits, machine.id, chosen)}
        readOnly={readOnly}
        searchable
        value={parent === undefined ? null : at}
      />
      <span className={css.foot}>
        {at === "" || readOnly ? null : (
          <Button onClick={() => link(edits, machine.id, "")} size="xs">
            {t("detail.detach")}
          </Button>
        )}
        {parent === undefined ? null : (
          <button className={css.link} onClick={() => openPanel({ kind: "detail", id: parent.id })} type="button">
            {t("detail.openParent", { machine: nameOf(parent) })}
          </button>
        )}
      </span>
    </fieldset>
  );
}
