import { describe, expect, it } from "vitest";
import { dark, light, type Palette, type Role } from "./tokens";

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((hi ?? 0) + 0.05) / ((lo ?? 0) + 0.05);
}

const grounds: Role[] = ["surface", "bg", "side", "raised", "sel"];
const texts: Role[] = ["ink", "ink2", "ink3", "accent", "ok", "wait", "needs", "fail", "test"];
const pairs: [text: Role, ground: Role][] = [
  ["on-accent", "accent-fill"],
  ["accent", "accent-soft"],
  ["ok", "ok-soft"],
  ["wait", "wait-soft"],
  ["needs", "needs-soft"],
  ["ink", "needs-soft"],
  ["on-needs", "needs-solid"],
  ["fail", "fail-soft"],
  ["ink", "fail-soft"],
  ["ink2", "fail-soft"],
  ["test", "test-soft"],
  ["ink", "test-soft"],
  ["ink2", "test-soft"],
  ["on-ink", "ink"],
  ["on-ink", "test"],
];

describe.each([
  ["light", light],
  ["dark", dark],
] as [string, Palette][])("%s colours", (_, palette) => {
  it.each(texts)("%s can be read on every ground", (text) => {
    for (const ground of grounds) {
      expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(pairs)("%s can be read on %s", (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it("borders of controls can be seen on every ground", () => {
    for (const ground of grounds) {
      expect(contrast(palette.edge, palette[ground]), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});
