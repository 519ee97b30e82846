/** Which frame a screen stands in: the whole window while there is no connection, else the shell with navigation. */

import { Outlet, useLocation } from "@tanstack/react-router";
import { useBridge } from "../ipc";
import { useAppState } from "../shared/app-state";
import { useShortcut } from "../shared/keyboard";
import { DataLossBanner } from "./DataLossBanner";
import { LeaveDialog } from "./LeaveDialog";
import { Shell } from "./Shell";
import css from "./shell.module.css";
import { useWindowTitle } from "./window-title";

export function Frame() {
  const { connections } = useAppState();
  const { pathname } = useLocation();
  const bridge = useBridge();
  useWindowTitle(pathname);
  useShortcut("quit", () => void bridge.quit());
  const alone = connections.length === 0 || pathname === "/connect";
  return (
    <div className={css.frame}>
      <DataLossBanner />
      <div className={css.framed}>
        {alone ? (
          <Outlet />
        ) : (
          <Shell>
            <Outlet />
          </Shell>
        )}
      </div>
      <LeaveDialog />
    </div>
  );
}
