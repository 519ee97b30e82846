// Draws how work grows: both axes in powers of ten, so that a line that rises as its thing does goes up one for one.
//
//   node growth.mjs POINTS SVG    a line of POINTS: what, size, seconds, between tabs
import { readFileSync, writeFileSync } from "node:fs";

const [pointsFile, svg] = process.argv.slice(2);
const lines = new Map();
for (const line of readFileSync(pointsFile, "utf8").split("\n").filter(Boolean)) {
  const [what, size, seconds] = line.split("\t");
  lines.set(what, [...(lines.get(what) ?? []), [Number(size), Number(seconds)]]);
}
const SIZES = [1e3, 1e6];
const SECONDS = [1e-3, 1e2];
const [left, top, width, height] = [70, 20, 460, 420];
const share = (value, [from, to]) => Math.log(Math.max(value, from) / from) / Math.log(to / from);
const x = (size) => (left + share(size, SIZES) * width).toFixed(1);
const y = (seconds) => (top + (1 - share(seconds, SECONDS)) * height).toFixed(1);
const powers = ([from, to]) => Array.from({ length: Math.round(Math.log10(to / from)) + 1 }, (_, at) => from * 10 ** at);
const plain = (value) => value.toLocaleString("en", { maximumFractionDigits: 3 });
const colours = ["#0b62c4", "#b4500b", "#1b7f4b", "#8a3ffc", "#b3261e", "#00707a", "#6b6b00", "#9a1f6a", "#444444"];
const parts = [];
for (const size of powers(SIZES))
  parts.push(
    `<path d="M${x(size)} ${top}v${height}" class="grid"/>`,
    `<text x="${x(size)}" y="${top + height + 18}" text-anchor="middle">${plain(size)}</text>`,
  );
for (const seconds of powers(SECONDS))
  parts.push(
    `<path d="M${left} ${y(seconds)}h${width}" class="grid"/>`,
    `<text x="${left - 8}" y="${Number(y(seconds)) + 4}" text-anchor="end">${plain(seconds)} s</text>`,
  );
[...lines].forEach(([what, points], at) => {
  const colour = colours[at % colours.length];
  const path = points.map(([size, seconds], n) => `${n === 0 ? "M" : "L"}${x(size)} ${y(seconds)}`).join("");
  parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
  for (const [size, seconds] of points) parts.push(`<circle cx="${x(size)}" cy="${y(seconds)}" r="3" fill="${colour}"/>`);
  const line = top + 10 + at * 22;
  parts.push(
    `<rect x="${left + width + 24}" y="${line - 9}" width="12" height="12" fill="${colour}"/>`,
    `<text x="${left + width + 44}" y="${line + 2}">${what}</text>`,
  );
});
writeFileSync(
  svg,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480" font-family="system-ui, sans-serif" font-size="13">
<style>.grid { stroke: #d5d5d5; fill: none }</style>
<rect width="800" height="480" fill="#ffffff"/>
${parts.join("\n")}
</svg>
`,
);
