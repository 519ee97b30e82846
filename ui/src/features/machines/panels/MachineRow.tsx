/** A row of an act on machines that did not become what was asked for, with the ways out that machines have. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { BatchRow } from "../../../ipc";
import type { RowProps } from "../../../shared/records/kind";
import css from "../../../shared/records/panels/panels.module.css";
import { ResultRow, toldCells } from "../../../shared/records/panels/Result";
import { useFleet } from "../fleet/store";
import { openPanel } from "../fleet/view";
import { Decision } from "./Decision";
import { DiscardDeleted } from "./DiscardDeleted";

export function MachineRow({ row, batch, onShow }: RowProps) {
  const { t } = useTranslation("machines");
  const pending = useFleet((fleet) => fleet.pending.get(row.machineId));
  // A machine with one cell that somebody else changed is not sent at all; what is asked is about that cell.
  const open = row.outcome === "conflict" ? [...(pending?.values() ?? [])].filter((edit) => edit.changed) : [];
  const asked = new Set(open.map(({ field }) => field));
  const held = row.cells.length - toldCells(row, asked).length;
  return (
    <ResultRow asked={asked} batch={batch} onShow={onShow} row={row}>
      {open.map((edit) => (
        <Decision edit={edit} key={edit.field} />
      ))}
      {batch.kind === "edits" && row.outcome === "conflict" && held > 0 && pending !== undefined ? (
        <span className={`fd-small fd-ink2 ${css.full}`}>{t("result.held", { count: held })}</span>
      ) : null}
      {row.outcome === "conflict" && open.length === 0 && (pending?.size ?? 0) > 0 ? (
        <span className={`fd-small ${css.full}`}>{t("result.resolved")}</span>
      ) : null}
      {row.outcome === "gone" ? <GoneActs row={row} /> : null}
    </ResultRow>
  );
}

/** A machine that is no longer there: out of the list it goes by itself; it can be created again. */
function GoneActs({ row }: { row: BatchRow }) {
  const { t } = useTranslation("machines");
  const from = { machineNumber: row.number, name: row.name ?? "" };
  return (
    <span className={css.foot}>
      <Button onClick={() => openPanel({ kind: "create", from })} size="xs">
        {t("result.createAgain")}
      </Button>
      <DiscardDeleted id={row.machineId} />
    </span>
  );
}
