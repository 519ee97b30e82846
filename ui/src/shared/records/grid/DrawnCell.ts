/** A cell that draws itself: AG Grid makes one for each place on the screen and refreshes it. */

import type { ICellRendererComp, ICellRendererParams } from "ag-grid-community";
import type { Handle } from "./handles";

export type Draw = (handle: Handle, shown: string) => HTMLElement;

export type DrawParams = { draw: Draw };

export class DrawnCell implements ICellRendererComp<Handle> {
  private readonly gui = document.createElement("span");
  /** Last drawing function, and the id of its record. */
  private draw: Draw | null = null;
  private id: string | null = null;

  init(params: ICellRendererParams<Handle, string> & DrawParams): void {
    this.gui.className = "fd-cell";
    this.paint(params);
  }

  getGui(): HTMLElement {
    return this.gui;
  }

  refresh(params: ICellRendererParams<Handle, string> & DrawParams): boolean {
    this.paint(params);
    return true;
  }

  private paint({ data, value, draw }: ICellRendererParams<Handle, string> & DrawParams): void {
    if (data === undefined) {
      this.gui.replaceChildren();
      return;
    }
    const made = draw(data, value ?? "");
    // The press on a button moves the focus, which refreshes its cell: a new button would lose the click.
    const kept = this.draw === draw && this.id === data.id && this.gui.firstChild?.isEqualNode(made);
    if (kept === true) return;
    this.draw = draw;
    this.id = data.id;
    this.gui.replaceChildren(made);
  }
}
