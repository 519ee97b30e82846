/** Which frame a screen stands in: the whole window while there is no connection, else the shell with navigation. */

import { Outlet, useLocation } from "@tanstack/react-router";
import { useAppState } from "../shared/app-state";
import { Shell } from "./Shell";
import { useWindowTitle } from "./window-title";

export function Frame() {
  const { connections } = useAppState();
  const { pathname } = useLocation();
  useWindowTitle(pathname);
  if (connections.length === 0 || pathname === "/connect") return <Outlet />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
