/** Note below the focused cell: the problem of its text, a change by someone else, a refusal. */

import { Button } from "@mantine/core";
import type { GridApi } from "ag-grid-community";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, OddValue, PendingEdit } from "../../../ipc";
import { useFailureWords } from "../../../shared/error-messages";
import { Keys, StateIcon } from "../../../shared/parts";
import type { Handle } from "../../../shared/records/grid/handles";
import { useOddWords } from "../../../shared/records/use-odd-words";
import { useProblemWords } from "../../../shared/records/use-problem-words";
import type { Edits } from "../actions/use-edits";
import { useFuelWords } from "../actions/use-fuel-words";
import { editsIn, shownMachine } from "../fleet/cells";
import { forgetRefusal, useFleet } from "../fleet/store";
import { useShowing } from "../fleet/use-showing";
import { useView } from "../fleet/view";
import { type FieldName, fuelFields } from "../model/fields";
import { missingFuel } from "../model/hints";
import type { FleetRow } from "../model/rows";
import { showValue } from "../model/show";
import { OtherMachine } from "../panels/OtherMachine";
import css from "./grid.module.css";
import { oddsOf } from "./use-columns";

type Props = {
  api: () => GridApi<Handle> | null;
  box: RefObject<HTMLDivElement | null>;
  shown: () => readonly FleetRow[];
  edits: Edits;
};

export function CellNote({ box, shown, edits }: Props) {
  const anchor = useView((view) => view.range?.anchor ?? null);
  const order = useView((view) => view.order);
  const fleet = useFleet();
  const row = anchor === null ? undefined : shown()[anchor.row];
  const column = anchor === null ? undefined : order[anchor.column];
  const said = row === undefined || column === undefined ? [] : editsIn(row.id, column, fleet).filter(speaks);
  const refusal = row !== undefined && column === "blockCheckIn" ? fleet.refusals.get(row.id) : undefined;
  const odd = row === undefined || column === undefined ? [] : oddsOf(row.id, column);
  const fuelWords = useFuelWords();
  const machine = row === undefined || column !== "fuel" ? undefined : shownMachine(row.id, fleet);
  const fuel = machine === undefined || missingFuel(machine).length === fuelFields.length ? [] : fuelWords(machine);
  const silent =
    row === undefined ||
    column === undefined ||
    (said.length + odd.length + fuel.length === 0 && refusal === undefined);
  const at = usePlace(box, silent ? null : { id: row.id, column });
  if (silent || at === null) return null;
  return (
    <div className={css.note} role="status" style={at}>
      {said.map((edit) => (
        <Said edit={edit} edits={edits} key={edit.field} />
      ))}
      {odd.map((each) => (
        <Odd key={each.field} odd={each} />
      ))}
      {fuel.map((each) => (
        <p className="fd-odd-note" key={each}>
          <StateIcon state="needsDecision" />
          {each}
        </p>
      ))}
      {refusal === undefined ? null : <Refused failure={refusal} onForget={() => forgetRefusal(row.id)} />}
    </div>
  );
}

const speaks = ({ problem, changed, failure, falls, cleaned }: PendingEdit) =>
  problem !== null || changed || failure !== null || falls || cleaned;

function Said({ edit, edits }: { edit: PendingEdit; edits: Edits }) {
  const { t } = useTranslation(["machines", "records"]);
  const to = useShowing();
  const problemWords = useProblemWords();
  const failureWords = useFailureWords();
  const show = (value: PendingEdit["value"]) =>
    showValue(edit.field as FieldName, value, to) || t("records:emptyValue");
  if (edit.changed)
    return (
      <>
        <p>{t("meanwhile.said")}</p>
        <span className={css.choice}>
          <Button onClick={() => void edits.decide(edit.machineId, edit.field, "mine")} size="xs">
            {t("meanwhile.yours", { value: show(edit.value) })}
          </Button>
          <Button onClick={() => void edits.decide(edit.machineId, edit.field, "theirs")} size="xs">
            {t("meanwhile.onServer", { value: show(edit.theirs) })}
          </Button>
          <Keys>1</Keys>
          <Keys>2</Keys>
        </span>
      </>
    );
  if (edit.problem !== null) {
    const nearest = edit.problem.params.nearest;
    return (
      <>
        <p className={css.bad}>
          <StateIcon state="failed" />
          {problemWords(edit.problem)}
        </p>
        {nearest === undefined ? null : (
          <Button
            onClick={() =>
              void edits.apply([
                { machineId: edit.machineId, field: edit.field, input: { kind: "text", value: nearest } },
              ])
            }
            size="xs"
          >
            {t("useNearest", { nearest })}
          </Button>
        )}
        <OtherMachine onMeant={() => void edits.mean(edit)} problem={edit.problem} />
      </>
    );
  }
  return (
    <>
      {edit.falls ? (
        <p className="fd-odd-note">
          <StateIcon state="needsDecision" />
          {t("lower.said", { before: show(edit.base) })}
        </p>
      ) : null}
      {edit.cleaned ? <p>{t("records:numberCleaned")}</p> : null}
      {edit.failure === null ? null : (
        <p className={css.bad}>
          <StateIcon state="failed" />
          {failureWords(edit.failure).sentence} {failureWords(edit.failure).fix}
        </p>
      )}
    </>
  );
}

function Odd({ odd }: { odd: OddValue }) {
  const { t } = useTranslation(["machines", "records"]);
  const words = useOddWords();
  return (
    <p className="fd-odd-note">
      <StateIcon state="needsDecision" />
      <span>
        <b>{t("records:unreadable.label")}.</b> {words(odd)}
      </span>
    </p>
  );
}

function Refused({ failure, onForget }: { failure: Failure; onForget: () => void }) {
  const { t } = useTranslation(["machines", "records"]);
  const words = useFailureWords()(failure);
  return (
    <>
      <p className={css.bad}>
        <StateIcon state="failed" />
        <span>
          <b>{t("notChanged")}</b> {words.sentence} {words.fix}
        </span>
      </p>
      <Button onClick={onForget} size="xs">
        {t("dismiss")}
      </Button>
    </>
  );
}

/** Below the cell, or above it at the foot of the grid. */
function usePlace(box: RefObject<HTMLDivElement | null>, cell: { id: string; column: string } | null) {
  const [at, setAt] = useState<{ left: number; top?: number; bottom?: number } | null>(null);
  const key = cell === null ? "" : `${cell.id}\n${cell.column}`;
  useEffect(() => {
    const [id = "", column = ""] = key.split("\n");
    const frame = box.current;
    if (key === "" || frame === null) return setAt(null);
    const place = () => {
      const found = frame.querySelector(`[row-id="${CSS.escape(id)}"] [col-id="${CSS.escape(column)}"]`);
      if (found === null) return setAt(null);
      const around = frame.getBoundingClientRect();
      const rect = found.getBoundingClientRect();
      const left = Math.max(8, Math.min(rect.left - around.left, around.width - 400));
      const below = rect.bottom - around.top + 2;
      setAt(around.height - below < 120 ? { left, bottom: around.bottom - rect.top + 2 } : { left, top: below });
    };
    place();
    frame.addEventListener("scroll", place, true);
    return () => frame.removeEventListener("scroll", place, true);
  }, [box, key]);
  return at;
}
