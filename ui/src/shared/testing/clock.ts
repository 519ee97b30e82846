/** The clock of keys and clicks, which stands still until the test moves it. */

import { vi } from "vitest";

/** Stops it, at whole milliseconds: the sum of two stays exact. Call before the screen is shown. */
export function stopClock() {
  let now = Math.ceil(performance.now());
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    pass: (ms: number) => {
      now += ms;
    },
  };
}
