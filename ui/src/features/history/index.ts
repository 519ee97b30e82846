/** Parts of the history that other features and the shell use. */

export { FileVersions } from "./FileVersions";
export { HistoryPane } from "./HistoryPane";
export { HistoryScreen } from "./Screen";
