/** What the shell shows of transfers: the part of the status bar and the panel it opens. */

export { SendingStatus } from "./SendingStatus";
export { openTransfers, toggleTransfers, useTransfersPanel } from "./store";
export { TransfersPanel } from "./TransfersPanel";
