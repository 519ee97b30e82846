/** The rows of a plan under their groups; thousands of them are drawn only where they can be seen. */

import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DropPlan, PlanRow } from "../../../ipc";
import { useAppState, useRowHeight } from "../../../shared/app-state";
import { asksToClose } from "../../../shared/escape";
import { useLeft } from "../../../shared/parts";
import { type Decision, decisionsOf } from "./decisions";
import { isTicked, type PlanGroup, type PlanListRow, tickOfAll, totalOf } from "./model";
import { PlanGroupRow } from "./PlanGroupRow";
import { PlanTableRow } from "./PlanTableRow";
import css from "./plan.module.css";
import { useAnswerKeys } from "./use-answer-keys";
import { useLikely } from "./use-likely";
import type { PlanState } from "./use-plan";

const HEADS = ["file", "size", "section", "why", "what"] as const;

export function PlanList({ plan, state }: { plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const id = useId();
  const height = useRowHeight();
  const scale = useAppState().settings.textSizePercent / 100;
  const table = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const { rows } = state;
  const likely = useLikely(plan);
  useLeft(table, state.settle);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => table.current,
    // Rows that need a choice have buttons in them, and room for them.
    estimateSize: (at) => {
      const row = rows[at];
      return row?.kind === "row" && row.group === "needChoice" ? Math.max(height, Math.round(44 * scale)) : height;
    },
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 10,
    scrollMargin: height,
    scrollPaddingStart: height,
  });
  const measure = useRef(virtual.measure);
  measure.current = virtual.measure;
  useEffect(() => {
    if (rows.length >= 0 && height > 0) measure.current();
  }, [rows, height]);

  const at = active === null ? -1 : rows.findIndex((row) => row.key === active);
  // The keyboard begins where the first choice waits, unless the project is asked for first.
  const begin = plan.place !== null;
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    if (!begin) return;
    setActive((now) => now ?? latest.current.find((row) => row.kind === "row")?.key ?? null);
    table.current?.focus();
  }, [begin]);

  const goTo = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(rows[next]?.key ?? null);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  /** Answers for the row by the number of the answer, and goes to the next one that waits for an answer. */
  function decide(number: number): void {
    const row = rows[at];
    const decision = row?.kind === "row" ? decisionsOf(row.row, plan, likely(row.row))[number - 1] : undefined;
    if (decision !== undefined) answer(at, decision);
  }
  useAnswerKeys(table, decide);
  function answer(from: number, decision: Decision): void {
    // With another name the row may still need a section.
    if (decision.kind !== "useName" && decision.kind !== "useForAll") goOn(from);
    state.decide(decision);
    toList();
  }
  /** A section answers only a row that waits for one. */
  function choose(from: number, row: PlanRow, section: string): void {
    if (row.what === "chooseSection") goOn(from);
    void state.change([row], { section });
  }
  function goOn(from: number): void {
    const waits = (row: PlanListRow) => row.kind === "row" && totalOf(row.row, state.ticks) === "needChoice";
    const [row, ...below] = rows.slice(from);
    if (row !== undefined && waits(row)) setActive((below.find(waits) ?? row).key);
  }
  /** The list takes the keyboard, where the next digit answers. */
  function toList(): void {
    table.current?.focus({ preventScroll: true });
  }
  const compares = state.compared !== null;
  const compared = useRef(false);
  useEffect(() => {
    if (compared.current && !compares) table.current?.focus({ preventScroll: true });
    compared.current = compares;
  }, [compares]);
  function openSection(): void {
    const field = document.getElementById(`${id}-${at}`)?.querySelector<HTMLElement>("[data-section-field] input");
    field?.focus();
    field?.click();
  }
  /** Opens what the row waits for: the answers to what happens with it, else its section. */
  function openChoice(row: PlanRow, group: PlanGroup["kind"]): void {
    const waits = group === "needChoice" && row.what !== "chooseSection";
    const button = document.getElementById(`${id}-${at}`)?.querySelector<HTMLElement>("[data-answers] button");
    if (!waits || !button) {
      openSection();
      return;
    }
    button.focus();
    // One of several answers is taken by its own key; a menu is opened.
    if (button.getAttribute("aria-haspopup") === "menu") button.click();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) {
      fromInside(event);
      return;
    }
    const row = rows[at];
    const ctrl = event.ctrlKey || event.metaKey;
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 12,
      PageUp: -12,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (ctrl && event.key.toLowerCase() === "a") state.tick(plan.rows, every !== "all");
    else if (ctrl) return;
    else if (event.altKey && event.key === "ArrowDown") openSection();
    else if (event.altKey) return;
    else if (event.key === "Enter" && row?.kind === "row") openChoice(row.row, row.group);
    else if (step !== undefined) goTo(Math.max(0, at) + step);
    else if (event.key === " " && row?.kind === "row") state.tick([row.row], !isTicked(row.row, state.ticks));
    else if (event.key === " " && row?.kind === "group")
      state.tick(row.group.rows, tickOfAll(row.group.rows, state.ticks) !== "all");
    else if (event.key === "Enter" && row?.kind === "group") state.turn(row.key);
    else if (event.key === "ArrowLeft" && row?.kind === "group" && !row.folded) state.turn(row.key);
    else if (event.key === "ArrowRight" && row?.kind === "group" && row.folded) state.turn(row.key);
    else return;
    event.preventDefault();
  }

  /** In a control of a row: Esc goes back to the list, which keeps the plan. */
  function fromInside(event: KeyboardEvent): void {
    if (!asksToClose(event)) return;
    table.current?.focus();
    event.preventDefault();
  }

  const every = tickOfAll(plan.rows, state.ticks);
  return (
    <div
      ref={table}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      aria-label={t("list")}
      aria-rowcount={rows.length + 1}
      className={css.table}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setActive((now) => now ?? rows[0]?.key ?? null);
      }}
      onKeyDown={onKeyDown}
      role="treegrid"
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the table draws its own rows and holds the focus */}
      <div aria-rowindex={1} className={`${css.row} ${css.header}`} role="row" style={{ height }}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
        <span className={css.tick} role="columnheader">
          <Checkbox
            aria-label={t("tickAll")}
            checked={every === "all"}
            indeterminate={every === "some"}
            onChange={() => state.tick(plan.rows, every !== "all")}
            tabIndex={-1}
          />
        </span>
        {HEADS.map((head) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
          <span key={head} className={`${css.cell} ${css[head]}`} role="columnheader">
            {t(`column.${head}`)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are drawn only where they are seen, which a table element cannot do */}
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const shared = {
            id: `${id}-${item.index}`,
            index: item.index + 2,
            active: item.index === at,
            place: { height: item.size, transform: `translateY(${item.start - height}px)` },
          };
          return row.kind === "group" ? (
            <PlanGroupRow
              key={item.key}
              {...shared}
              isNew={row.group.section !== null && !plan.sections.includes(row.group.section)}
              onDone={toList}
              others={plan.rows.length - state.sums.needChoice - state.sums.stopped}
              row={row}
              state={state}
            />
          ) : (
            <PlanTableRow
              key={item.key}
              {...shared}
              likely={likely(row.row)}
              onDecide={(decision) => answer(item.index, decision)}
              onDone={toList}
              onSection={(section) => choose(item.index, row.row, section)}
              onStand={() => setActive(row.key)}
              plan={plan}
              row={row.row}
              state={state}
            />
          );
        })}
      </div>
      {plan.rows.length === 0 ? <p className={css.none}>{t(plan.ready ? "noFiles" : "reading")}</p> : null}
    </div>
  );
}
