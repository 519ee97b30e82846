/** Suggestions for a field of free text: the values of others, the projects, the machines. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys, useBridge } from "../../../ipc";
import type { Suggestion } from "../../../shared/parts/SuggestField";
import { distinct } from "../../../shared/records/sort";
import { textOf } from "../model/types";
import { useUsers } from "../users/store";

const ofOthers: ReadonlySet<string> = new Set(["department", "worktimeArrangementName"]);

/** The list of a field, for the text that stands in it; null for a field without one. */
export function useSuggestions(field: string, text: string): readonly Suggestion[] | null {
  const bridge = useBridge();
  const users = useUsers((store) => store.users);
  const projects = useQuery({
    queryKey: keys.projects,
    queryFn: () => bridge.listProjects(false),
    enabled: field === "mainProjectNumber",
  }).data?.projects;
  const typed = text.trim();
  const found = useQuery({
    queryKey: keys.findMachine(typed),
    queryFn: async () => {
      // The screen of the machines was not opened yet.
      const { state } = await bridge.listMachines(0, 0);
      if (state.readAt === null) await bridge.refreshMachines();
      return await bridge.findAnything(typed);
    },
    enabled: field === "defaultResourceNumber" && typed !== "",
    placeholderData: keepPreviousData,
  }).data?.machines;
  return useMemo(() => {
    if (field === "mainProjectNumber") {
      const active = (projects ?? []).filter((project) => project.active);
      return active.map(({ number, name }) => ({ value: number, name }));
    }
    if (field === "defaultResourceNumber") return (found ?? []).map(({ number, name }) => ({ value: number, name }));
    if (!ofOthers.has(field)) return null;
    return distinct([...users.values()].map((user) => textOf(user, field))).map((value) => ({ value }));
  }, [field, users, projects, found]);
}
