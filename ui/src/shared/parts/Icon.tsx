/** The drawings of the interface: outlines on a 24 grid, 1.75 stroke. Only `StateIcon` carries state. */

import type { ReactNode } from "react";

const drawings = {
  documents: <path d="M6 3h8l4 4v14H6z M14 3v4h4M9 12h6M9 16h6" />,
  settings: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="M15 15l5.5 5.5" />
    </>
  ),
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  minus: <path d="M5 12h14" />,
  fit: <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  send: <path d="M12 16V5M7.5 9.5L12 5l4.5 4.5M4 19.5h16" />,
  save: <path d="M12 5v11M7.5 11.5L12 16l4.5-4.5M4 19.5h16" />,
  open: <path d="M10 5H5v14h14v-5M13 5h6v6M19 5l-8.5 8.5" />,
  bin: <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  down: <path d="M6 9.5l6 6 6-6" />,
  right: <path d="M9.5 6l6 6-6 6" />,
  left: <path d="M14.5 6l-6 6 6 6" />,
  up: <path d="M6 14.5l6-6 6 6" />,
  arrow: <path d="M4 12h15M13.5 6.5L19 12l-5.5 5.5" />,
  more: (
    <>
      <circle cx="5.5" cy="12" r=".8" />
      <circle cx="12" cy="12" r=".8" />
      <circle cx="18.5" cy="12" r=".8" />
    </>
  ),
  copy: <path d="M9 9h10.5v10.5H9z M5.5 15H4.5V4.5H15v1" />,
  undo: <path d="M9 6L4.5 10.5 9 15M5 10.5h9a5 5 0 0 1 0 10h-3" />,
  history: <path d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.3l2.8 1.7" />,
  again: <path d="M20 12a8 8 0 0 1-14.3 4.9M4 12A8 8 0 0 1 18.3 7.1M18.8 3.5v4h-4M5.2 20.5v-4h4" />,
  layers: <path d="M12 4l9 4.5-9 4.5-9-4.5zM4 13l8 4 8-4" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.3" />
    </>
  ),
  folder: <path d="M3 19V5h6l2 2.5h10V19z" />,
  synced: (
    <>
      <path d="M12 19H3V5h6l2 2.5h10V11" />
      <path d="M20.500 16.500a3.500 3.500 0 0 0-6-1.500M14 19a3.500 3.500 0 0 0 6 1.500M14.500 12.800V15h2.200M20 22.500v-2.300h-2.200" />
    </>
  ),
  machine: (
    <>
      <path d="M3 16.500h9v3.500H3zM4.500 16.500V12H9l2 4.500M9 12V8.500l6-3.500 3.500 6" />
      <path d="M18.500 11l1.500 4.500h-4.500l-1-2" />
    </>
  ),
  tick: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  pause: <path d="M8.5 6v12M15.5 6v12" />,
  play: <path d="M8 5.5l10 6.5-10 6.5z" />,
  people: (
    <>
      <circle cx="9" cy="8" r="3.2" />
      <path d="M3 20c0-4 2.5-6 6-6s6 2 6 6M15.5 5.2a3.2 3.2 0 0 1 0 5.7M17.5 14.6c2.2.8 3.5 2.6 3.5 5.4" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.3 9.6a2.8 2.8 0 1 1 4 2.6c-.9.4-1.3 1-1.3 1.9M12 16.8v.3" />
    </>
  ),
  link: (
    <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200" />
  ),
  key: (
    <>
      <circle cx="8" cy="15.500" r="4" />
      <path d="M11 12.500L19.500 4M16 7.500l3 3M13.500 10l2 2" />
    </>
  ),
  truck: (
    <>
      <path d="M2.500 6.500h11l-1.500 7.500H4zM14.500 9H18l3.500 4v3.500h-1.800M15.300 16.500H9.700M5.300 16.500H3v-2" />
      <circle cx="7.500" cy="17.500" r="2" />
      <circle cx="17.500" cy="17.500" r="2" />
    </>
  ),
  table: <path d="M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14" />,
  chart: <path d="M4 20h16M7 17v-6M12 17V5M17 17V9" />,
  desk: <path d="M4 5h16v11H4zM9 20h6M12 16v4" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** A drawing without its own meaning, which is in the words beside it or in the button's name. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
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
      {drawings[name]}
    </svg>
  );
}
