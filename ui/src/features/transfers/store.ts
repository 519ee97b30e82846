/**
 * State of the transfers panel: open or not, on which transfer, and cancels under way. Shared by the status bar, Ctrl
 * T, the tray and the files.
 */

import { create } from "zustand";

type PanelState = {
  open: boolean;
  /** The transfer that the keyboard is put on, anew for each request; `null` for the first one. */
  focused: { id: number } | null;
  /** Transfers that were cancelled and whose undo may still be offered: no screen shows or counts them. */
  cancelling: ReadonlySet<number>;
};

export const useTransfersPanel = create<PanelState>(() => ({
  open: false,
  focused: null,
  cancelling: new Set(),
}));

export function openTransfers(open = true): void {
  useTransfersPanel.setState({ open, focused: null });
}

/** Opens the panel on one transfer, whose row has what can be done about it. */
export function showTransfer(id: number): void {
  useTransfersPanel.setState({ open: true, focused: { id } });
}

export function toggleTransfers(): void {
  useTransfersPanel.setState(({ open }) => ({ open: !open, focused: null }));
}

export function setCancelling(ids: readonly number[], on: boolean): void {
  useTransfersPanel.setState(({ cancelling }) => {
    const next = new Set(cancelling);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    return { cancelling: next };
  });
}
