/** A row of the project list. Names come from the service and are shown as text, never as markup. */
import type { CSSProperties, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/parts";
import { writeTarget } from "../drag/model";
import type { ProjectRow } from "./model";
import css from "./projects.module.css";

type Props = {
  row: ProjectRow;
  id: string;
  place: CSSProperties;
  /** The keyboard stands here. */
  active: boolean;
  /** Its page is shown. */
  shown: boolean;
  onChoose: () => void;
  onToggle: (projectId: string) => void;
  onMenu: (event: MouseEvent) => void;
};

export function ProjectListRow({ row, id, place, active, shown, onChoose, onToggle, onMenu }: Props) {
  const { t } = useTranslation("documents");
  const shared = { id, style: place, "data-active": active || undefined, "data-shown": shown || undefined };
  if (row.kind === "heading")
    return (
      <div className={css.heading} role="none" style={place}>
        {t(`projects.${row.heading}`)}
      </div>
    );
  if (row.kind === "none")
    return (
      <div className={css.none} role="none" style={place}>
        {t(`projects.${row.state === "reading" ? "readingWorkOrders" : "noWorkOrders"}`)}
      </div>
    );
  if (row.kind === "more")
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree around it
      <div {...shared} aria-level={2} className={css.more} onClick={onChoose} role="treeitem" tabIndex={-1}>
        {t("projects.more", { count: row.count })}
      </div>
    );
  if (row.kind === "workOrder") {
    const { workOrder } = row;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree around it
      <div
        {...shared}
        aria-level={2}
        aria-selected={shown}
        className={css.workOrder}
        data-inactive={!workOrder.active || undefined}
        onClick={onChoose}
        onContextMenu={onMenu}
        role="treeitem"
        tabIndex={-1}
      >
        <span
          className={css.box}
          data-drop-target={writeTarget({
            target: { project: row.project.id, workOrder: workOrder.id },
            section: null,
          })}
        >
          {workOrder.number !== null && <b>{workOrder.number}</b>}
          <span className={css.name}>
            {workOrder.name ?? (workOrder.number === null ? t("projects.nameless") : "")}
          </span>
        </span>
      </div>
    );
  }
  const { project, open, workOrders } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree around it
    <div
      {...shared}
      aria-expanded={open}
      aria-level={1}
      aria-selected={shown}
      className={css.project}
      data-inactive={!project.active || undefined}
      onClick={onChoose}
      onContextMenu={onMenu}
      role="treeitem"
      tabIndex={-1}
    >
      <span
        className={css.box}
        data-drop-hover={project.id}
        data-drop-target={writeTarget({ target: { project: project.id, workOrder: null }, section: null })}
      >
        <span
          aria-hidden="true"
          className={css.caret}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(project.id);
          }}
        >
          <Icon name={open ? "down" : "right"} size={14} />
        </span>
        <span className={css.words}>
          <span className={css.first}>
            <b>{project.number}</b>
            <span className={css.aside}>
              {project.active
                ? workOrders !== null && workOrders > 0 && t("projects.workOrders", { count: workOrders })
                : t("projects.inactiveOne")}
            </span>
          </span>
          <span className={css.name}>{project.name ?? t("projects.nameless")}</span>
        </span>
      </span>
    </div>
  );
}
