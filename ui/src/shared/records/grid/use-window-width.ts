/** Width of the window, in steps: columns do not follow each pixel of a window that is dragged. */

import { useSyncExternalStore } from "react";

const step = 40;

function subscribe(heard: () => void): () => void {
  window.addEventListener("resize", heard);
  return () => window.removeEventListener("resize", heard);
}

export const useWindowWidth = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(window.innerWidth / step) * step);
