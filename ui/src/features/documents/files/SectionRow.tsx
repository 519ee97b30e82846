/** A section as a group row: its name, how many documents, the worst state if a person should look. A drop target. */

import type { CSSProperties, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { Icon, MiddleEllipsis, StateChip } from "../../../shared/parts";
import { writeTarget } from "../drag/model";
import css from "./files.module.css";
import type { SectionGroup } from "./model";

type Props = {
  group: SectionGroup;
  target: Target;
  folded: boolean;
  active: boolean;
  id: string;
  index: number;
  place: CSSProperties;
  onFold: () => void;
  onMenu: (event: MouseEvent) => void;
};

/** States that are worth a chip on the whole section; all else is quiet. */
const LOUD = ["needsDecision", "failed", "waiting", "working"];

export function SectionRow({ group, target, folded, active, id, index, place, onFold, onMenu }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "files" });
  const { section, total, rows, unlisted, worst } = group;
  const count = rows.filter((row) => row.state === worst).length + (worst === "waiting" ? unlisted : 0);
  const found = rows.filter((row) => row.document).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the table draws its own rows, holds the focus and handles the keys
    <div
      aria-expanded={!folded}
      aria-level={1}
      aria-rowindex={index}
      className={css.section}
      data-active={active || undefined}
      data-drop-target={writeTarget({ target, section })}
      id={id}
      onClick={onFold}
      onContextMenu={onMenu}
      role="row"
      style={place}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above */}
      <span aria-colspan={6} className={css.sectionCell} role="gridcell">
        <Icon name={folded ? "right" : "down"} size={14} />
        <b className={css.sectionName}>
          <MiddleEllipsis text={section} />
        </b>
        <span className={css.sectionCount}>
          {found < total ? t("someDocuments", { count: total, some: found }) : t("documents", { count: total })}
        </span>
        <span className={css.spring} />
        {LOUD.includes(worst) ? <StateChip count={count} state={worst} /> : null}
      </span>
    </div>
  );
}
