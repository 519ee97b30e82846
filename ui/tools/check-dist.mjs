/** Looks at what was built: nothing inline that the window's policy refuses, a first picture that stays small. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const dist = process.argv[2] ?? "dist";
const assets = readdirSync(join(dist, "assets"), { recursive: true }).map((name) => join(dist, "assets", name));
/** @type {string[]} */
const problems = [];

for (const file of assets.filter((name) => /\.m?js$/.test(name))) {
  const text = readFileSync(file, "utf8");
  // Recorded answers and journeys are for tests.
  for (const word of ["fielddeskCalls", "P-2026-004"]) {
    if (text.includes(word)) problems.push(`${file} holds what only tests have (${word})`);
  }
  if (/\bnew Function\(|[^.\w]eval\(/.test(text)) problems.push(`${file} evaluates text, which the window refuses`);
}

const page = readFileSync(join(dist, "index.html"), "utf8");
if (/<script(?![^>]*\bsrc=)/.test(page)) problems.push("index.html has a script of its own, which the window refuses");
if (/<style/.test(page)) problems.push("index.html has styles of its own, which end `unsafe-inline` for all others");
if (/(src|href)="(https?:)?\/\//.test(page)) problems.push("index.html names an address outside of the program");

/** A file and what it cannot run without. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".js")) return found;
  for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    withImports(join(dist, "assets", name), found);
  }
  return found;
}

const entries = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => join(dist, name));
const first = new Set(entries.flatMap((file) => [...withImports(file)]));
const bytes = [...first].reduce((sum, file) => sum + statSync(file).size, 0);
const limit = 800_000;
if (bytes > limit) problems.push(`the first picture needs ${bytes} bytes, more than ${limit}`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}
process.stdout.write(
  `${dist}: nothing of tests, nothing inline; the first picture is ${Math.round(bytes / 1000)} kB.\n`,
);
