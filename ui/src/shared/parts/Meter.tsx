/** A determinate bar. The numbers stand beside it in words. */

import css from "./parts.module.css";

export function Meter({ done, total, label }: { done: number; total: number; label: string }) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const percent = Math.floor(share * 100);
  return (
    <span
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={percent}
      className={css.meter}
      role="progressbar"
    >
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
