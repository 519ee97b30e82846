/** Counts the parts of a wrapping line that fit on its first line: a menu at its end has the others. */

import { useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * `count`: how many parts the line has. Its children are the parts, all of them drawn.
 *
 * `menu` is for what stands beside the line only while parts lack room. A bar that wraps can have more room on its
 * first line with the menu than without it: the count only falls until the bar, its parts or what stands beside the
 * line change, so that each layout settles after at most `count` renders.
 */
export function useFirstLine(count: number) {
  const line = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const menuWidth = useRef(0);
  const measured = useRef("");
  const [fitting, setFitting] = useState(count);
  const [measure] = useState(() => () => {
    const element = line.current;
    if (element === null) return;
    if (menu.current !== null) menuWidth.current = widthOf(menu.current) + gapOf(element.parentElement);
    const parts = [...element.children].map(widthOf);
    const beside = (element.parentElement?.childElementCount ?? 0) - (menu.current === null ? 0 : 1);
    const now = [widthOf(element.parentElement ?? element), beside, ...parts].join();
    const isNew = now !== measured.current;
    measured.current = now;
    const room = { line: innerWidthOf(element), menu: menuWidth.current, hasMenu: menu.current !== null };
    const fits = fittingOf(parts, gapOf(element), room);
    setFitting((before) => (isNew ? fits : Math.min(before, fits)));
  });
  // After each render: counts and words change the widths, too.
  useLayoutEffect(measure);
  useEffect(() => {
    if (line.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [measure]);
  return { line, menu, fitting };
}

/** Widths in pixels: of the line as it is, and of the menu with its gap, also while it is not shown. */
type Room = { line: number; menu: number; hasMenu: boolean };

/** Returns the number of parts that fit, at least one. Parts that lack no more than the room of the menu all fit without it. */
export function fittingOf(parts: readonly number[], gap: number, { line, menu, hasMenu }: Room): number {
  let all = -gap;
  const ends = parts.map((width) => (all += gap + width));
  // A menu that is shown stays until a whole pixel is free: fractions of one differ with and without it.
  if (all <= (hasMenu ? line + menu - 1 : line + 0.1)) return parts.length;
  const rest = hasMenu ? line : line - menu;
  return Math.max(1, ends.filter((end) => end <= rest + 0.1).length);
}

const widthOf = (element: Element): number => element.getBoundingClientRect().width;

function innerWidthOf(element: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return widthOf(element) - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0);
}

const gapOf = (element: Element | null): number =>
  element === null ? 0 : Number.parseFloat(getComputedStyle(element).columnGap) || 0;
