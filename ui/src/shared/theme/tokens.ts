/** The colour roles of the design language, section 2. The only place where colours are written down. */

export type Role =
  | "bg"
  | "surface"
  | "raised"
  | "side"
  | "line"
  | "edge"
  | "ink"
  | "ink2"
  | "ink3"
  | "accent"
  | "accent-fill"
  | "on-accent"
  | "accent-soft"
  | "sel"
  | "ok"
  | "ok-soft"
  | "wait"
  | "wait-soft"
  | "needs"
  | "needs-soft"
  | "needs-solid"
  | "on-needs"
  | "fail"
  | "fail-soft"
  | "test"
  | "test-soft"
  | "on-ink";

export type Palette = Record<Role, string>;

export const light: Palette = {
  bg: "#F3F4F2",
  surface: "#FFFFFF",
  raised: "#FAFAF8",
  side: "#E9ECE8",
  line: "#D8DCD6",
  edge: "#79817B",
  ink: "#1A201D",
  ink2: "#48514C",
  ink3: "#5C655F",
  accent: "#0B5C80",
  "accent-fill": "#0B5C80",
  "on-accent": "#FFFFFF",
  "accent-soft": "#E1EFF6",
  sel: "#D9EAF3",
  ok: "#1B6838",
  "ok-soft": "#E2F2E7",
  wait: "#4A5763",
  "wait-soft": "#E8ECF0",
  needs: "#7A4300",
  "needs-soft": "#FFEFD2",
  "needs-solid": "#F0A92E",
  "on-needs": "#1A201D",
  fail: "#AE231B",
  "fail-soft": "#FCE7E5",
  test: "#57389B",
  "test-soft": "#EEE8FA",
  "on-ink": "#FFFFFF",
};

export const dark: Palette = {
  bg: "#131715",
  surface: "#1B201E",
  raised: "#222826",
  side: "#0F1311",
  line: "#333B37",
  edge: "#7A857F",
  ink: "#E7ECE9",
  ink2: "#B6BFBA",
  ink3: "#98A39D",
  accent: "#74C3E8",
  "accent-fill": "#16739C",
  "on-accent": "#FFFFFF",
  "accent-soft": "#123040",
  sel: "#17394B",
  ok: "#76CF97",
  "ok-soft": "#15301F",
  wait: "#AEBBC7",
  "wait-soft": "#262F38",
  needs: "#F6BE62",
  "needs-soft": "#3A2A0C",
  "needs-solid": "#F0A92E",
  "on-needs": "#1A201D",
  fail: "#FF9A90",
  "fail-soft": "#401C19",
  test: "#BFA9F7",
  "test-soft": "#2A2142",
  "on-ink": "#131715",
};

/** Colours of charts, in this order: fjord, moss, clay, plum, slate, sand; the last is for everything else. */
export const chartColours = {
  light: ["#0B5C80", "#7C8F3F", "#B0653C", "#7F5A96", "#7C8A94", "#BFA66A", "#A9AFAB"],
  dark: ["#3E8DB1", "#93A559", "#C47F58", "#9974AF", "#929FA8", "#CCB67F", "#5F6763"],
} as const;

/** The one shadow of what floats (menus, toasts, the label of a drag). */
export const shadow = {
  light: "0 1px 2px rgba(20, 30, 25, 0.10), 0 12px 32px rgba(20, 30, 25, 0.16)",
  dark: "0 1px 2px rgba(0, 0, 0, 0.40), 0 12px 32px rgba(0, 0, 0, 0.55)",
};

/** Row heights of the three densities, in pixels at 100 % text size. */
export const rowHeights = { compact: 30, standard: 34, roomy: 40 } as const;

// The fonts that Linux desktops bring stand before `system-ui`, which is DejaVu, very wide, where no desktop chose one.
export const fontFamily =
  '"Segoe UI Variable Text", "Segoe UI", -apple-system, "Noto Sans", "Open Sans", Cantarell, system-ui, sans-serif';
export const fontFamilyMonospace = '"Cascadia Mono", Consolas, "Liberation Mono", monospace';

/** The roles as CSS variables `--fd-ROLE`. */
export function roleVariables(palette: Palette): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([role, value]) => [`--fd-${role}`, value]));
}
