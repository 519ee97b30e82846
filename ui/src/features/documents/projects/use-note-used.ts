/** A project that is shown is one of the recent ones from then on, whatever opened it. */

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys, type ProjectList, useBridge } from "../../../ipc";
import { useDesk } from "../store";

export function useNoteUsed(): void {
  const bridge = useBridge();
  const queries = useQueryClient();
  const shown = useDesk((state) => state.target?.project ?? null);
  useEffect(() => {
    if (shown === null) return;
    bridge
      .noteProjectUsed(shown)
      .then((usedAt) =>
        queries.setQueryData<ProjectList>(
          keys.projects,
          (list) =>
            list && {
              ...list,
              projects: list.projects.map((project) => (project.id === shown ? { ...project, usedAt } : project)),
            },
        ),
      )
      // Only for the order of the recent ones: nothing waits for it, and it may fail.
      .catch(() => {});
  }, [bridge, queries, shown]);
}
