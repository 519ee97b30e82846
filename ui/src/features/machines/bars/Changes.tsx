/** Everything that is not saved, in a line and one by one: old and new of each cell, with what keeps it. */

import { Button, Popover } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PendingEdit } from "../../../ipc";
import { Icon, StateIcon } from "../../../shared/parts";
import css from "../../../shared/records/screen.module.css";
import { useProblemWords } from "../../../shared/records/use-problem-words";
import { allPending, useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { type FieldName, isColumn } from "../model/fields";
import { showValue } from "../model/show";
import { text } from "../model/types";

/** More lines than anybody reads in a bar. */
const most = 100;

export function Changes() {
  const { t } = useTranslation(["machines", "records"]);
  const pending = useFleet((fleet) => fleet.pending);
  const all = allPending(pending);
  const words = useChangeWords();
  const problemWords = useProblemWords();
  const shown = all.slice(0, most);
  return (
    <>
      <Popover position="top-start" trapFocus>
        <Popover.Target>
          <Button rightSection={<Icon name="up" size={12} />} size="xs">
            {t("bar.unsaved", { count: all.length })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
          <ul aria-label={t("bar.unsaved", { count: all.length })} className={css.changes} tabIndex={0}>
            {shown.map((edit) => (
              <li className="fd-small" key={`${edit.machineId} ${edit.field}`}>
                {edit.problem !== null || edit.failure !== null ? (
                  <StateIcon className={css.bad ?? ""} state="failed" />
                ) : edit.changed || edit.falls ? (
                  <StateIcon className={css.review ?? ""} state="needsDecision" />
                ) : null}
                <span>
                  {words(edit)}
                  {edit.problem === null ? null : <span className={css.bad}> {problemWords(edit.problem)}</span>}
                  {edit.falls ? ` ${t("records:import.falls")}` : ""}
                </span>
              </li>
            ))}
            {all.length > most ? (
              <li className="fd-small fd-ink2">{t("moreValues", { count: all.length - most })}</li>
            ) : null}
          </ul>
        </Popover.Dropdown>
      </Popover>
      <span className={`fd-small fd-ink2 ${css.change}`} title={shown.map(words).join("\n")}>
        {shown.map(words).join("; ")}
      </span>
    </>
  );
}

/** `1112 Volvo L120H · hours 4 150 → 4 163`. */
function useChangeWords(): (edit: PendingEdit) => string {
  const { t } = useTranslation(["machines", "records"]);
  const machines = useFleet((fleet) => fleet.machines);
  const to = useShowing();
  return ({ machineId, field, base, text: typed, value }) => {
    const machine = machines.get(machineId);
    const show = (each: PendingEdit["value"]) => showValue(field as FieldName, each, to) || t("records:emptyValue");
    return t("bar.change", {
      machine: machine === undefined ? "" : `${text(machine.machineNumber)} ${text(machine.name)}`,
      field: isColumn(field) ? t(`column.${field}`).toLocaleLowerCase() : field,
      old: show(base),
      new: typed ?? show(value),
    });
  };
}
