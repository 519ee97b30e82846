/** A group of the plan: what needs a choice, what cannot be sent, or a section with its files and bytes. */

import { Checkbox } from "@mantine/core";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Icon, MiddleEllipsis, StateIcon } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { type PlanListRow, tickOfAll } from "./model";
import css from "./plan.module.css";
import { SectionField } from "./SectionField";
import type { PlanState } from "./use-plan";

type Props = {
  row: Extract<PlanListRow, { kind: "group" }>;
  state: PlanState;
  active: boolean;
  id: string;
  index: number;
  place: CSSProperties;
  /** How many files of the plan neither need a choice nor are stopped. */
  others: number;
  /** Whether the page has no such section yet. */
  isNew: boolean;
  /** The keyboard leaves the field of the group. */
  onDone: () => void;
};

export function PlanGroupRow({ row, state, active, id, index, place, others, isNew, onDone }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const formats = useFormats();
  const { group, folded } = row;
  const count = group.rows.length;
  // Its rows stand here until the pointer leaves the list, and none waits any more.
  const isChosen = group.kind === "needChoice" && count === 0;
  // With many files nobody chooses a section for each.
  const homeless = group.rows.filter((each) => each.what === "chooseSection");
  const tick = tickOfAll(group.rows, state.ticks);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the table draws its own rows, holds the focus and handles the keys
    <div
      aria-expanded={!folded}
      aria-level={1}
      aria-rowindex={index}
      className={css.group}
      data-active={active || undefined}
      data-keeps-escape
      data-kind={isChosen ? undefined : group.kind}
      id={id}
      onClick={() => state.turn(row.key)}
      role="row"
      style={place}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <span aria-colspan={6} className={css.groupCell} role="gridcell">
        {group.kind === "section" ? (
          <Checkbox
            aria-label={t("tickSection", { section: group.section ?? t("noSection") })}
            checked={tick === "all"}
            indeterminate={tick === "some"}
            onChange={() => state.tick(group.rows, tick !== "all")}
            onClick={(event) => event.stopPropagation()}
            tabIndex={active ? 0 : -1}
          />
        ) : (
          <StateIcon state={isChosen ? "inStep" : group.kind === "stopped" ? "failed" : "needsDecision"} />
        )}
        <b className={css.name}>
          <MiddleEllipsis
            text={
              group.kind === "section"
                ? (group.section ?? t("noSection"))
                : t(`group.${isChosen ? "chosen" : group.kind}`)
            }
          />
        </b>
        <span className={`fd-small fd-ink2 ${css.whole}`}>
          {isChosen
            ? null
            : group.kind === "section"
              ? [t("files", { count }), formats.bytes(group.bytes), ...(isNew ? [t("isNewSection")] : [])].join(" · ")
              : others > 0 && count > 0
                ? t(`group.${group.kind}More`, { count })
                : t("files", { count })}
        </span>
        <span className={css.spring} />
        {homeless.length > 1 ? (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only keeps a click in the field from folding the group
          <span data-section-field onClick={(event) => event.stopPropagation()}>
            <SectionField
              label={t("sectionForAll", { count: homeless.length })}
              newLabel={t("sectionForAll", { count: homeless.length })}
              onChange={(section) => state.change(homeless, { section })}
              onDone={onDone}
              placeholder={t("sectionForAll", { count: homeless.length })}
              section={null}
              sections={state.sections}
              stop={active}
            />
          </span>
        ) : null}
        <Icon name={folded ? "right" : "down"} size={14} />
      </span>
    </div>
  );
}
