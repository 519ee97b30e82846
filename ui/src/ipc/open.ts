/** Chooses the bridge at build time: the fake exists only in the mode `e2e` and in the development server with `?fake`. */

import { type Bridge, createDesktopBridge } from "./bridge";

export async function openBridge(): Promise<Bridge> {
  if (import.meta.env.MODE === "e2e" || (import.meta.env.DEV && new URLSearchParams(location.search).has("fake"))) {
    const { createLiveFake, scenarioFromAddress } = await import("./fake/live");
    return createLiveFake(scenarioFromAddress(location.search));
  }
  return createDesktopBridge();
}
