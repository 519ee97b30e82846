/** Columns and widths are kept by the desktop side for the next start. */

import { type KeptLayout, useKeptLayout } from "../../../shared/records/use-layout";
import { layoutText, takeLayout, useView, type View } from "./view";

const layout: KeptLayout<View> = {
  store: useView,
  parts: ["order", "widths", "imports"],
  text: layoutText,
  take: takeLayout,
  taken: () => useView.getState().taken,
  read: (bridge) => bridge.userLayout(),
  save: (bridge, text) => bridge.saveUserLayout(text),
};

export const useLayout = () => useKeptLayout(layout);
