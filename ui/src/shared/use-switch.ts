/** Switching to another connection: the one way of every place that does. */

import { useNavigate } from "@tanstack/react-router";
import { type ConnectionInfo, type Failure, failureOf, useBridge } from "../ipc";
import { finishUndos } from "./undo/store";
import { askUnsaved } from "./unsaved";

type Switched = {
  /** Runs once the other one is in use. */
  used?: () => void;
  /** Takes the failure; without it, a toast shows the failure. */
  fail?: (failure: Failure) => void;
};

/** Asks about what is lost by it and switches. A connection whose secret is not kept is opened where it can be entered. */
export function useSwitch(): (to: ConnectionInfo, switched?: Switched) => void {
  const bridge = useBridge();
  const navigate = useNavigate();
  return (to, { used, fail } = {}) => {
    const { name } = to;
    const activate = async () => {
      if (asksForSecret(to)) return navigate({ to: "/connect", search: { form: true, edit: name } });
      try {
        await finishUndos();
        await bridge.activateConnection(name);
        used?.();
      } catch (error) {
        if (fail === undefined) throw error;
        fail(failureOf(error));
      }
    };
    if (to.active) void activate();
    else askUnsaved("connection", () => void activate());
  };
}

/** True where the secret has to be entered. Sample data makes itself a new one. */
export function asksForSecret(connection: ConnectionInfo | null): connection is ConnectionInfo {
  return connection !== null && connection.secretKept === "missing" && !connection.sampleData;
}
