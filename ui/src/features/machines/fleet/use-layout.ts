/** Columns, widths and own views are kept by the desktop side for the next start. */

import { type KeptLayout, useKeptLayout } from "../../../shared/records/use-layout";
import { layoutText, takeLayout, useView, type View } from "./view";

const layout: KeptLayout<View> = {
  store: useView,
  parts: ["order", "widths", "ownViews", "imports"],
  text: layoutText,
  take: takeLayout,
  taken: () => useView.getState().taken,
  read: (bridge) => bridge.machineLayout(),
  save: (bridge, text) => bridge.saveMachineLayout(text),
};

export const useLayout = () => useKeptLayout(layout);
