/** The menu of a project or of a work order. */

import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { shortcutLabel } from "../../../shared/keyboard";
import type { Acts, MenuAct } from "../../../shared/parts/use-acts-menu";
import { sameTarget } from "../files/model";
import { useCopyName, usePlanActs } from "../mutations";
import { useDesk } from "../store";
import type { ProjectRow } from "./model";
import type { useProjectList } from "./use-project-list";

type List = Pick<ReturnType<typeof useProjectList>, "choose" | "setActive" | "toggle">;

/** The page of a row; headings and what stands for rows have none. */
export function rowTarget(row: ProjectRow): Target | null {
  if (row.kind === "project") return { project: row.project.id, workOrder: null };
  if (row.kind === "workOrder") return { project: row.project.id, workOrder: row.workOrder.id };
  return null;
}

export function useProjectMenu({ choose, setActive, toggle }: List): (row: ProjectRow) => Acts {
  const { t } = useTranslation("documents");
  const readOnly = useDesk((state) => state.readOnly);
  const shown = useDesk((state) => state.target);
  const plans = usePlanActs();
  const copyName = useCopyName();
  return (row) => {
    const target = rowTarget(row);
    if (target === null || (row.kind !== "project" && row.kind !== "workOrder")) return { title: "", acts: [] };
    setActive(row.key);
    const { number, name } = row.kind === "project" ? row.project : row.workOrder;
    const isShown = shown !== null && sameTarget(shown, target);
    const acts: MenuAct[] = [{ label: t("menu.open"), keys: "Enter", run: () => choose(row) }];
    if (!readOnly)
      acts.push({
        label: t("project.upload"),
        // The keys are those of the page that is shown.
        keys: isShown ? shortcutLabel("sendFiles") : undefined,
        run: () => void plans.pick(false, target),
      });
    if (row.kind === "project")
      acts.push({
        label: t(row.open ? "menu.hideWorkOrders" : "menu.showWorkOrders"),
        keys: row.open ? "←" : "→",
        run: () => toggle(row.project.id),
      });
    if (number !== null) acts.push({ label: t("menu.copyNumber"), run: () => void copyName(number) });
    return { title: [number, name].filter(Boolean).join(" "), acts };
  };
}
