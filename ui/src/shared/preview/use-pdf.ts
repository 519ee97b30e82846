/** An open PDF and the picture of one of its sheets, for as long as they are shown. */

import { type RefObject, useEffect, useRef, useState } from "react";
import type { Room } from "./model";
import { openPdf, type Pdf } from "./pdf";

type Failed = (thrown: unknown) => void;

/** Opens the document and closes it when another is shown. */
export function usePdf(content: Blob, onFailed: Failed): Pdf | null {
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const failed = useNewest(onFailed);
  useEffect(() => {
    let wanted = true;
    let opened: Pdf | null = null;
    const open = async () => {
      try {
        opened = await openPdf(await content.arrayBuffer());
        if (wanted) setPdf(opened);
        else opened.close();
      } catch (thrown) {
        if (wanted) failed.current(thrown);
      }
    };
    void open();
    return () => {
      wanted = false;
      setPdf(null);
      opened?.close();
    };
  }, [content, failed]);
  return pdf;
}

/** Part of its parent that a sheet fits into. */
export type Fit = "width" | "both";

/** Draws a sheet; `drawn` says which one the canvas shows. It stays until there is a picture of the next. */
export function useDrawnSheet(
  pdf: Pdf | null,
  sheet: number,
  onFailed: Failed,
  fit: Fit = "width",
): { canvas: RefObject<HTMLCanvasElement | null>; drawn: number | null } {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<number | null>(null);
  const failed = useNewest(onFailed);
  useEffect(() => {
    const on = canvas.current;
    if (pdf === null || on === null) return;
    const stop = new AbortController();
    const draw = async () => {
      try {
        await pdf.draw(sheet, on, roomOf(on, fit), stop.signal);
        if (!stop.signal.aborted) setDrawn(sheet);
      } catch (thrown) {
        if (!stop.signal.aborted) failed.current(thrown);
      }
    };
    void draw();
    return () => stop.abort();
  }, [pdf, sheet, fit, failed]);
  return { canvas, drawn };
}

/** The ground's size: the canvas has none while nothing is drawn. */
function roomOf(canvas: HTMLCanvasElement, fit: Fit): Room {
  const ground = canvas.parentElement;
  const width = ground?.clientWidth || 332;
  return fit === "both" ? { width, height: ground?.clientHeight || 180 } : { width };
}

/** The newest of a function that changes with each turn, for effects that must not begin again with it. */
function useNewest(act: Failed): RefObject<Failed> {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  return newest;
}
