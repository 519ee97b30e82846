/** Parts of documents that the shell shows: the screen, and the layer of a drag over the whole window. */

import type { Target } from "../../ipc";
import { useDesk } from "./store";

export { DropLayer } from "./drag/DropLayer";
export { DocumentsScreen } from "./Screen";

/** Shows a document in its project, selected, as soon as the screen is there. */
export function showFile(target: Target, id: string): void {
  useDesk.getState().show(target, id);
}

/** Shows the page of a project or work order as soon as the screen is there. */
export function showTarget(target: Target): void {
  useDesk.getState().show(target);
}

/** Shows of the page only what needs action. */
export function showActionNeeded(target: Target): void {
  useDesk.getState().show(target, undefined, "actionNeeded");
}
