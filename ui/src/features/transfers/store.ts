/** Whether the transfers panel is open, and on which transfer: asked by the status bar, Ctrl T, the tray and the files. */

import { create } from "zustand";

type PanelState = {
  open: boolean;
  /** The transfer that the keyboard is put on, anew for each request; `null` for the first one. */
  focused: { id: number } | null;
};

export const useTransfersPanel = create<PanelState>(() => ({ open: false, focused: null }));

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
