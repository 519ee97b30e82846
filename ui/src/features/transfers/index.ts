/** Parts of transfers that the shell shows: the part of the status bar and the panel it opens. */

export { openTransfers, toggleTransfers, useTransfersPanel } from "./store";
export { TransfersActionNeeded, useTransfersNeedingAction } from "./TransfersActionNeeded";
export { TransfersPanel } from "./TransfersPanel";
export { TransfersStatus } from "./TransfersStatus";
