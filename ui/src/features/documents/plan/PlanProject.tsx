/** The field above a plan without a project: search it, or take one of those used last. */

import { Button, Select } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Target } from "../../../ipc";
import { findPlaces } from "../../../shared/places";
import { indexProjects, recentIds } from "../projects/model";
import { useProjects } from "../queries";
import css from "./plan.module.css";

export function PlanProject({ onChoose }: { onChoose: (target: Target) => void }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan" });
  const projects = useProjects().data?.projects;
  const index = useMemo(() => indexProjects(projects ?? []), [projects]);
  const recent = useMemo(() => recentIds(projects ?? []), [projects]);
  const choose = (projectId: string) => onChoose({ project: projectId, workOrder: null });
  return (
    <div className={css.project}>
      <Select
        autoFocus
        className={css.projectField}
        data={index.map(({ project }) => ({
          value: project.id,
          label: [project.number, project.name].filter(Boolean).join(" "),
        }))}
        filter={({ options, search }) => {
          if (search.trim() === "") return options;
          const byId = new Map(options.flatMap((each) => ("value" in each ? [[each.value, each] as const] : [])));
          return findPlaces(projects ?? [], [], search).flatMap(({ project }) => byId.get(project.id) ?? []);
        }}
        label={t("whichProject")}
        limit={50}
        nothingFoundMessage={t("noProject")}
        onChange={(id) => id !== null && choose(id)}
        placeholder={t("projectField")}
        searchable
        // As wherever a project is searched: Enter takes the first hit.
        selectFirstOptionOnChange
        value={null}
      />
      {index
        .filter(({ project }) => recent.has(project.id))
        .map(({ project }) => (
          <Button key={project.id} onClick={() => choose(project.id)} title={project.name ?? undefined}>
            {project.number}
          </Button>
        ))}
    </div>
  );
}
