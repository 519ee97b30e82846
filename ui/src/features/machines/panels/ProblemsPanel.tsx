/** The cells that were not understood: where, what stands there, what is wrong. One click goes to each. */

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { GuideLink, SidePanel } from "../../../shared/parts";
import css from "../../../shared/records/panels/panels.module.css";
import { useProblemWords } from "../../../shared/records/use-problem-words";
import type { Edits } from "../actions/use-edits";
import { allPending, useFleet } from "../fleet/store";
import { useReady } from "../fleet/use-ready";
import type { Rows } from "../fleet/use-rows";
import { useView } from "../fleet/view";
import { isColumn } from "../model/fields";
import { text } from "../model/types";
import { Decision } from "./Decision";
import { DiscardDeleted } from "./DiscardDeleted";

type Props = { edits: Edits; rows: Rows; onClose: () => void; onShow: (id: string, field: string | null) => void };

const most = 300;

export function ProblemsPanel({ edits, rows, onClose, onShow }: Props) {
  const { t } = useTranslation("machines");
  const words = useProblemWords();
  const { pending, machines } = useFleet();
  const pasted = useView((view) => view.pasted);
  const columns: readonly string[] = useView((view) => view.order);
  // As they stand in the grid, row by row.
  const rowOf = new Map(rows.all.map(({ id }, at) => [id, at]));
  const all = allPending(pending).sort(
    (a, b) =>
      (rowOf.get(a.machineId) ?? rowOf.size) - (rowOf.get(b.machineId) ?? rowOf.size) ||
      columns.indexOf(a.field) - columns.indexOf(b.field),
  );
  const bad = all.flatMap((edit) => (edit.problem === null ? [] : [{ ...edit, problem: edit.problem }]));
  const { held, gone, undecided } = useReady();
  const open = all.filter((edit) => edit.problem === null && edit.changed);
  const away = gone === 0 ? [] : [...pending.keys()].filter((id) => !machines.has(id));
  const decide = t("problems.review", { count: undecided + gone });
  const title = bad.length === 0 && undecided + gone > 0 ? decide : t("problems.title", { count: bad.length });
  const left = bad.length + undecided + gone;
  // Pasted cells may come after the panel that tells of them.
  const hadSome = useRef(false);
  useEffect(() => {
    if (left > 0) hadSome.current = true;
    else if (hadSome.current) onClose();
  }, [left, onClose]);
  const drop = () =>
    void edits.apply(bad.map(({ machineId, field }) => ({ machineId, field, input: { kind: "none" as const } })));
  return (
    <SidePanel
      foot={
        bad.length === 0 ? undefined : <Button onClick={drop}>{t("problems.discard", { count: bad.length })}</Button>
      }
      onClose={onClose}
      title={title}
    >
      {pasted === null || pasted.problems === 0 || bad.length === 0 ? null : (
        <p className="fd-small">{t("problems.pasted", { count: pasted.cells, problems: pasted.problems })}</p>
      )}
      <p className="fd-small fd-ink2">
        {t("problems.rest")} {held === 0 ? "" : t("problems.held", { count: held })}{" "}
        <GuideLink to={bad.length === 0 ? "machines#conflict" : "machines#edit"} />
      </p>
      <ul className={css.list}>
        {bad.slice(0, most).map((edit) => {
          const machine = machines.get(edit.machineId);
          return (
            <li key={`${edit.machineId} ${edit.field}`}>
              <button className={css.link} onClick={() => onShow(edit.machineId, edit.field)} type="button">
                {`${text(machine?.machineNumber)} · ${isColumn(edit.field) ? t(`column.${edit.field}`) : edit.field}`}
              </button>
              <span className={`fd-small ${css.full}`}>{words(edit.problem)}</span>
            </li>
          );
        })}
      </ul>
      {undecided + gone === 0 || bad.length === 0 ? null : <h3 className="fd-small">{decide}</h3>}
      <ul className={css.list}>
        {away.map((id) => (
          <li key={id}>
            <span className="fd-small">{t("problems.deleted", { count: pending.get(id)?.size ?? 0 })}</span>
            <DiscardDeleted id={id} />
          </li>
        ))}
        {open.slice(0, most).map((edit) => {
          const machine = machines.get(edit.machineId);
          return (
            <li key={`${edit.machineId} ${edit.field}`}>
              <button className={css.link} onClick={() => onShow(edit.machineId, edit.field)} type="button">
                {`${text(machine?.machineNumber)} · ${isColumn(edit.field) ? t(`column.${edit.field}`) : edit.field}`}
              </button>
              <span className={`fd-small ${css.full}`}>{t("meanwhile.said")}</span>
              <Decision edit={edit} />
            </li>
          );
        })}
      </ul>
      {bad.length > most ? <p className="fd-small fd-ink2">{t("moreValues", { count: bad.length - most })}</p> : null}
    </SidePanel>
  );
}
