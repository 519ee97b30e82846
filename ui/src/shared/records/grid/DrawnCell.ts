/** A cell that draws itself: AG Grid makes one for each place on the screen and refreshes it. */

import type { ICellRendererComp, ICellRendererParams } from "ag-grid-community";
import type { Handle } from "./handles";

export type Draw = (handle: Handle, shown: string) => HTMLElement;

export type DrawParams = { draw: Draw };

export class DrawnCell implements ICellRendererComp<Handle> {
  private readonly gui = document.createElement("span");

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
    this.gui.replaceChildren(...(data === undefined ? [] : [draw(data, value ?? "")]));
  }
}
