/** What other features and the shell use of the history. */

export { HistoryPane } from "./HistoryPane";
export { HistoryScreen } from "./Screen";
