/** Parts of synced folders that the shell shows: the screens, and the worst state for navigation and status bar. */

export { ActivityScreen } from "./activity/ActivityScreen";
export { Background } from "./Background";
export { FolderScreen } from "./detail/Detail";
export { FolderActionNeeded, useFoldersNeedingAction } from "./FolderActionNeeded";
export { FoldersStatus, useFoldersNeeding } from "./FoldersStatus";
export { useFoldersOf, useFoldersRevision } from "./queries";
export { SyncScreen } from "./Screen";
export { WizardScreen } from "./wizard/Wizard";
