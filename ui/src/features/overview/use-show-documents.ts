/** Opens the documents of a project or work order; their screen is loaded only then. */

import { useNavigate } from "@tanstack/react-router";
import type { Target } from "../../ipc";

export function useShowDocuments(): (target: Target) => void {
  const navigate = useNavigate();
  return (target) =>
    void import("../documents").then(({ showTarget }) => {
      showTarget(target);
      void navigate({ to: "/documents" });
    });
}
