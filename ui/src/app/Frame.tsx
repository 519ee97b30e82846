/** Frame of a screen: the whole window while there is no connection, else the shell with navigation. */

import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { Activity, lazy, Suspense, useEffect, useState } from "react";
import { type LeaveRequested, useBridge, useBridgeEvent } from "../ipc";
import { useAppState } from "../shared/app-state";
import { closeGuide, guideOfScreen, openGuide, useGuide } from "../shared/guide";
import { useShortcut } from "../shared/keyboard";
import { useLoss, useTellUnsaved } from "../shared/unsaved";
import { Shell } from "./Shell";
import css from "./shell.module.css";
import { useUncaught } from "./use-uncaught";
import { useWindowTitle } from "./window-title";

// Seldom seen: the first picture does not wait for it.
const DataLossBanner = lazy(() => import("./DataLossBanner").then((m) => ({ default: m.DataLossBanner })));
const LeaveDialog = lazy(() => import("./LeaveDialog").then((m) => ({ default: m.LeaveDialog })));
const LossDialog = lazy(() => import("./LossDialog").then((m) => ({ default: m.LossDialog })));
const Guide = lazy(() => import("./guide/Guide").then((m) => ({ default: m.Guide })));

export function Frame() {
  const { connections } = useAppState();
  const { pathname } = useLocation();
  const bridge = useBridge();
  useShortcut("quit", () => void bridge.quit());
  const [leave, setLeave] = useState<LeaveRequested | null>(null);
  useBridgeEvent("leaveRequested", setLeave);
  useTellUnsaved();
  useUncaught();
  const loss = useLoss((asked) => asked.loss);
  const router = useRouter();
  const reading = useGuide(({ place }) => place !== null);
  useWindowTitle(reading ? "/guide" : pathname);
  useShortcut("guide", () => openGuide(guideOfScreen(pathname)), !reading);
  useEffect(() => router.subscribe("onBeforeNavigate", closeGuide), [router]);
  const alone = connections.length === 0 || pathname === "/connect";
  const screen = (
    <>
      {/* Hidden with all it holds, and deaf to its keys, while somebody reads. */}
      <Activity mode={reading ? "hidden" : "visible"}>
        <Outlet />
      </Activity>
      {reading ? (
        <Suspense>
          <Guide />
        </Suspense>
      ) : null}
    </>
  );
  return (
    <div className={css.frame}>
      <Suspense>
        <DataLossBanner />
      </Suspense>
      <div className={css.framed}>{alone ? screen : <Shell>{screen}</Shell>}</div>
      {leave === null ? null : (
        <Suspense>
          <LeaveDialog onAnswer={() => setLeave(null)} request={leave} />
        </Suspense>
      )}
      {loss === null ? null : (
        <Suspense>
          <LossDialog loss={loss} />
        </Suspense>
      )}
    </div>
  );
}
