/** What the shell shows of synced folders: the screens, and the part of navigation and status bar that says the worst. */

export { ActivityScreen } from "./activity/ActivityScreen";
export { Background } from "./Background";
export { FolderScreen } from "./detail/Detail";
export { FolderActionNeeded, useFoldersNeedingAction } from "./FolderActionNeeded";
export { FoldersStatus, useFoldersNeeding } from "./FoldersStatus";
export { useFoldersOf, useFoldersRevision } from "./queries";
export { SyncScreen } from "./Screen";
export { WizardScreen } from "./wizard/Wizard";
