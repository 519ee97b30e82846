/** Opens the documents of a project or work order, all or those that need action; their screen is loaded only then. */

import { useNavigate } from "@tanstack/react-router";
import type { Target } from "../../ipc";

export function useShowDocuments(): (target: Target, actionNeeded?: boolean) => void {
  const navigate = useNavigate();
  return (target, actionNeeded = false) =>
    void import("../documents").then(({ showActionNeeded, showTarget }) => {
      (actionNeeded ? showActionNeeded : showTarget)(target);
      void navigate({ to: "/documents" });
    });
}
