/** ECharts as a component: drawn as SVG into a box that it fills. What it says is said beside it for readers. */

import { BarChart, type BarSeriesOption } from "echarts/charts";
import {
  GridComponent,
  type GridComponentOption,
  MarkLineComponent,
  type MarkLineComponentOption,
} from "echarts/components";
import { type ComposeOption, type EChartsType, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import css from "./charts.module.css";

use([BarChart, GridComponent, MarkLineComponent, SVGRenderer]);

export type ChartOption = ComposeOption<BarSeriesOption | GridComponentOption | MarkLineComponentOption>;

/** Where the pointer is: the place on the horizontal axis; none beside the drawing. */
export type ChartPointer = { over?: (at: number | null) => void; down?: (at: number) => void; up?: () => void };

type Props = { option: ChartOption; pointer?: ChartPointer };

export function Chart({ option, pointer }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const newest = useRef(pointer);
  newest.current = pointer;
  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: "svg" });
    chart.current = made;
    const placeOf = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }): number | null => {
      const inside = made.containPixel("grid", [offsetX, offsetY]);
      const place = inside ? made.convertFromPixel({ xAxisIndex: 0 }, offsetX) : null;
      return typeof place === "number" && Number.isFinite(place) ? place : null;
    };
    const canvas = made.getZr();
    canvas.on("mousemove", (event) => newest.current?.over?.(placeOf(event)));
    canvas.on("globalout", () => newest.current?.over?.(null));
    canvas.on("mousedown", (event) => {
      const at = placeOf(event);
      if (at !== null) newest.current?.down?.(at);
    });
    // A drag may end outside of the chart.
    const up = () => newest.current?.up?.();
    window.addEventListener("mouseup", up);
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(box.current);
    return () => {
      resized.disconnect();
      window.removeEventListener("mouseup", up);
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption({ animation: false, ...option }, { notMerge: true });
  }, [option]);
  return <div aria-hidden="true" className={css.chart} ref={box} />;
}
