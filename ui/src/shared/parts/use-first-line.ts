/** How many parts of a line that wraps have room on its first line: a menu at its end has the others. */

import { useLayoutEffect, useRef, useState } from "react";

/** `count`: how many parts the line has. Its children are the parts, all of them drawn. */
export function useFirstLine(count: number) {
  const line = useRef<HTMLDivElement>(null);
  const around = useRef<number | null>(null);
  const [fitting, setFitting] = useState(count);
  // After each render: counts and words change the widths, too.
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    const measure = () => {
      const width = element.parentElement?.clientWidth ?? 0;
      const isNew = around.current !== null && around.current !== width;
      around.current = width;
      // The menu takes room itself: whether it is needed any more is seen without it.
      setFitting((now) => (isNew && now < count ? count : countOfFirstLine(element)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return { line, fitting };
}

function countOfFirstLine({ children }: HTMLElement): number {
  const parts = [...children] as HTMLElement[];
  const below = parts.findIndex((part) => part.offsetTop > (parts[0]?.offsetTop ?? 0));
  return below < 0 ? parts.length : below;
}
