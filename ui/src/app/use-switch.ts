/** Switching to another connection: the one way of the company tag and of *Find anything*. */

import { useNavigate } from "@tanstack/react-router";
import { type ConnectionInfo, useBridge } from "../ipc";
import { askUnsaved } from "../shared/unsaved";
import { asksForSecret } from "./not-resumed";

/**
 * Asks about unsaved changes and switches. A connection whose secret is not kept is opened where it can be entered;
 * `then` runs once another one is in use.
 */
export function useSwitch(): (to: ConnectionInfo, then?: () => void) => void {
  const bridge = useBridge();
  const navigate = useNavigate();
  return (to, then) => {
    const { name } = to;
    const activate = async () => {
      if (asksForSecret(to)) return navigate({ to: "/connect", search: { form: true, edit: name } });
      await bridge.activateConnection(name);
      then?.();
    };
    if (to.active) void activate();
    else askUnsaved("connection", () => void activate());
  };
}
