/** The number and the name of a project or work order, from what the lists know. */

import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { useKnownWorkOrders, useOpenWorkOrders, useProjects } from "../queries";

export function useTargetNames(target: Target | null): { title: string; number: string } {
  const { t } = useTranslation("documents", { keyPrefix: "projects" });
  const projects = useProjects().data?.projects;
  const known = useKnownWorkOrders().data;
  const [read] = useOpenWorkOrders(target?.workOrder ? [target.project] : []);
  if (target === null) return { title: "", number: "" };
  const project = projects?.find((each) => each.id === target.project);
  const number = project?.number ?? "";
  if (target.workOrder === null) return { title: project?.name ?? number, number };
  const all = [...(read?.workOrders ?? []), ...(known ?? [])];
  const workOrder = all.find((each) => each.id === target.workOrder);
  const title = [workOrder?.number, workOrder?.name].filter(Boolean).join(" ");
  return { title: title === "" ? t("nameless") : title, number: [number, project?.name].filter(Boolean).join(" ") };
}
