/** The window with a connection: navigation, screen, status bar, and what floats over all of them. */

import { useMediaQuery } from "@mantine/hooks";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Navigate, useBridge, useBridgeEvent } from "../ipc";
import { useAppState, useConnection } from "../shared/app-state";
import { useCommands } from "../shared/commands";
import { guideOfScreen, openGuide } from "../shared/guide";
import { shortcutLabel, useShortcut, useShortcutBelow } from "../shared/keyboard";
import { FailureNote } from "../shared/parts";
import { useAskUndo } from "../shared/undo/ask";
import { dropUndos, useUndoStore } from "../shared/undo/store";
import { useUndo } from "../shared/undo/use-undo";
import { useSwitch } from "../shared/use-switch";
import { Navigation } from "./Navigation";
import { useNotResumed } from "./not-resumed";
import { StatusBar } from "./StatusBar";
import { type Screen, screens } from "./screens";
import css from "./shell.module.css";

const DropLayer = lazy(() => import("../features/documents").then((m) => ({ default: m.DropLayer })));
const AskUndo = lazy(() => import("../shared/undo/AskUndo").then((m) => ({ default: m.AskUndo })));
const TransfersPanel = lazy(() => import("../features/transfers").then((m) => ({ default: m.TransfersPanel })));

/**
 * The least width at which the names of the navigation stand beside a screen, in pixels at 100 %: they take 240, and
 * the screen keeps what the narrowest window leaves it beside the icons, 1024 less 56.
 */
const wideFrom = 240 + 1024 - 56;

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const connection = useConnection();
  const navigate = useNavigate();
  const bridge = useBridge();
  const location = useLocation();
  // Large text makes a window narrow as well as few pixels do.
  const { connections, settings } = useAppState();
  const switchTo = useSwitch();
  const notResumed = useNotResumed();
  const { textSizePercent } = settings;
  const tight = useMediaQuery(`(max-width: ${(wideFrom * textSizePercent) / 100 - 1}px)`, false, {
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useState<"narrow" | "wide" | null>(null);
  const narrow = chosen === null ? tight : chosen === "narrow";
  // `turn` opens it again.
  const [paletteTurn, setPaletteTurn] = useState(0);
  // Not in the first picture, but there before somebody opens it; `lazy` would miss what is typed at once.
  const [Palette, setPalette] = useState<ComponentType<{ turn: number }> | null>(null);
  useEffect(() => void import("./palette/Palette").then((m) => setPalette(() => m.Palette)), []);

  const goTo = (to: Screen["to"]) => void navigate({ to });
  useShortcut("palette", () => setPaletteTurn((turn) => turn + 1));
  useShortcut("navigation", () => setChosen(narrow ? "wide" : "narrow"));
  for (const { name, to } of screens) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the table of screens never changes
    useShortcut(name, () => goTo(to));
  }
  const asking = useAskUndo((state) => state.asking);
  const screen = location.pathname.split("/")[1] ?? "";
  useEffect(() => useUndoStore.setState({ screen }), [screen]);
  const connected = connection?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection is what it is about
  useEffect(() => dropUndos, [connected]);
  useShortcutBelow("undo", useUndo(screen === "documents" || screen === "history" ? screen : null));
  const lead = ({ to, folder }: Navigate) => {
    if (to === "transfers") void import("../features/transfers").then((m) => m.openTransfers());
    // No such tab: the folder opens on the worst that has something in it.
    else if (folder !== null) void navigate({ to: "/folders/$folder/$tab", params: { folder, tab: "worst" } });
    // What was given is planned by the layer of drops, which goes where the plan is.
    else if (to === "uploadGiven") return;
    // For `sendFiles` the layer of drops, which is over every screen, opens the dialog.
    else goTo(to === "settings" ? "/settings" : to === "folders" ? "/folders" : "/documents");
  };
  useBridgeEvent("navigate", (place) => {
    const other = connections.find(({ id, active }) => id === place.connection && !active);
    if (other === undefined) lead(place);
    else switchTo(other, { used: () => lead(place) });
  });
  useCommands([
    ...screens.map(({ name, icon, to }) => ({
      id: name,
      icon,
      label: t("palette.goTo", { screen: t(name) }),
      keys: shortcutLabel(name),
      run: () => goTo(to),
    })),
    {
      id: "addFolder",
      icon: "plus",
      label: t("addFolder"),
      run: () => void navigate({ to: "/folders/new" }),
    },
    {
      id: "guide",
      icon: "help",
      label: t("guide"),
      keys: shortcutLabel("guide"),
      run: () => openGuide(guideOfScreen(location.pathname)),
    },
    {
      id: "addConnection",
      icon: "plus",
      label: t("addConnection"),
      run: () => void navigate({ to: "/connect", search: { form: true } }),
    },
    { id: "quit", icon: "close", label: t("leave.quit"), keys: shortcutLabel("quit"), run: () => void bridge.quit() },
  ]);

  const quiet = connection !== null && (connection.environment === "test" || connection.sampleData);
  return (
    <div className={`${css.shell} ${quiet ? css.quiet : ""} ${narrow ? css.narrow : ""}`}>
      <Navigation narrow={narrow} onFind={() => setPaletteTurn((turn) => turn + 1)} />
      <main className={css.main} tabIndex={-1}>
        {notResumed !== null ? (
          <div className={css.withNote}>
            <FailureNote failure={notResumed} />
            <Suspense>{children}</Suspense>
          </div>
        ) : (
          <Suspense>{children}</Suspense>
        )}
        <Suspense>
          <TransfersPanel />
        </Suspense>
      </main>
      <StatusBar />
      <Suspense>
        <DropLayer />
        {asking === null ? null : <AskUndo {...asking} />}
      </Suspense>
      {paletteTurn > 0 && Palette !== null ? <Palette turn={paletteTurn} /> : null}
    </div>
  );
}
