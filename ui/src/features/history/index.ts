/** What other features and the shell use of the history. */

export { FileVersions } from "./FileVersions";
export { HistoryPane } from "./HistoryPane";
export { HistoryScreen } from "./Screen";
