/** The outline of a state: each has its own shape, so that it is recognised without colour. */

import type { ReactNode } from "react";
import type { StateName } from "./states";

const ring = <circle cx="12" cy="12" r="9" />;
const check = <path d="M8 12.3l2.8 2.8L16 9.5" />;

const shapes: Record<StateName, ReactNode> = {
  inStep: (
    <>
      {ring}
      {check}
    </>
  ),
  listed: (
    <>
      {ring}
      {check}
    </>
  ),
  verified: (
    <>
      <circle cx="12" cy="12" fill="currentColor" r="9" />
      <path d="M8 12.3l2.8 2.8L16 9.5" stroke="var(--fd-surface)" strokeWidth="2.2" />
    </>
  ),
  sent: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  working: <path d="M20 12a8 8 0 0 1-14.3 4.9M4 12A8 8 0 0 1 18.3 7.1M18.8 3.5v4h-4M5.2 20.5v-4h4" />,
  waiting: (
    <>
      {ring}
      <path d="M12 7v5.3l3.3 2" />
    </>
  ),
  needsDecision: <path d="M12 2.8L21.2 12 12 21.2 2.8 12z M12 8v4.8M12 15.7v.3" />,
  failed: <path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z M9 9l6 6M15 9l-6 6" />,
  offline: <path d="M7 18.5h9.5a4 4 0 0 0 1.3-7.8A6 6 0 0 0 9 7.2M6.2 10.8A4 4 0 0 0 7 18.5M3.5 3.5l17 17" />,
  paused: (
    <>
      {ring}
      <path d="M10 9v6M14 9v6" />
    </>
  ),
  ignored: (
    <>
      <circle cx="12" cy="12" r="9" strokeDasharray="2.8 2.85" />
      <path d="M8.5 12h7" />
    </>
  ),
  blocked: (
    <>
      {ring}
      <path d="M7 12h10" />
    </>
  ),
};

export function StateIcon({ state, size = 16, className }: { state: StateName; size?: number; className?: string }) {
  const turning = state === "working" ? "fd-turning" : "";
  return (
    <svg
      aria-hidden="true"
      className={`${className ?? ""} ${turning}`}
      fill="none"
      height={`${size / 16}rem`}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.75}
      style={{ flex: "none", display: "block" }}
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
    >
      {shapes[state]}
    </svg>
  );
}
