/** Whether the transfers panel is open: asked by the status bar, Ctrl T and the tray. */

import { create } from "zustand";

export const useTransfersPanel = create<{ open: boolean }>(() => ({ open: false }));

export function openTransfers(open = true): void {
  useTransfersPanel.setState({ open });
}

export function toggleTransfers(): void {
  useTransfersPanel.setState(({ open }) => ({ open: !open }));
}
