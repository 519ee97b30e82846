/** What the shell shows of documents: the screen, and the layer of a drag over the whole window. */

export { DragLayer } from "./drag/DragLayer";
export { DocumentsScreen } from "./Screen";
