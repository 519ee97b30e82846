/**
 * Returns the halves of the screen to show: the chosen ones, in a low window the trips alone until both are asked for.
 */

import { useMediaQuery } from "@mantine/hooks";
import { useAppState } from "../../shared/app-state";
import { type Layout, useTripsView } from "./model/store";

/** Below this height, at usual text size, charts above the trips would leave no row of them in sight. */
const bothFrom = 620;

export function useShownLayout(): { layout: Layout; low: boolean } {
  const { textSizePercent } = useAppState().settings;
  const { layout, chartsHeight } = useTripsView();
  const low = useMediaQuery(`(max-height: ${(bothFrom * textSizePercent) / 100 - 1}px)`, false, {
    getInitialValueInEffect: false,
  });
  return { layout: low && layout === "both" && chartsHeight === null ? "grid" : layout, low };
}
