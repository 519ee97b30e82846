/** The entry: opens the bridge, reads the state and the words, shows the window. */

import "./mantine-styles";
import "../shared/theme/base.css";
import { createRoot } from "react-dom/client";
import { createDesktopBridge } from "../ipc/bridge";
import { followEvents } from "../ipc/events";
import { languageOf } from "../shared/app-state";
import { readFields } from "../shared/fields";
import { startWords } from "../shared/i18n";
import { App } from "./App";
import { createQueries } from "./queries";
import { StartFailed } from "./StartFailed";
import { hideWebMenu, ignoreReload } from "./web-menu";

async function start(root: HTMLElement): Promise<void> {
  // Nearly every start shows the overview: it loads while the state is asked for.
  const overview = import("../features/overview").catch(() => {});
  try {
    const bridge = createDesktopBridge();
    const state = await bridge.appState();
    const queries = createQueries(state);
    followEvents(bridge, queries);
    const language = languageOf(state);
    await readFields(bridge, language);
    await startWords(language, state.limits, state.locale);
    if (state.connections.length > 0) await overview;
    await bridge.listening();
    createRoot(root).render(<App bridge={bridge} queries={queries} />);
  } catch (error) {
    // There are no words, no theme and maybe no desktop side: plain English, so that it can be passed on.
    createRoot(root).render(<StartFailed error={error} />);
  }
}

const root = document.getElementById("root");
hideWebMenu(document);
ignoreReload(document);
if (root !== null) void start(root);
