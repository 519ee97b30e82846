// Fails where a document names a path, a heading or a make target that does not exist.
//
//   node scripts/doc-paths.mjs
//
// Read are all Markdown files but those that tell of the past: decisions, figures, the list of changes. A path in backticks
// holds a slash; it counts from the top of the repository, from the folder of its document, from the sources in that folder or
// from the crate around it. A
// name alone that ends as sources do is that of a file somewhere. The pages of the guide name files of people: only links count there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

const past = /^(CHANGELOG\.md|src-tauri\/(decisions|figures)\/.*|docs\/dev\/(glossary|design-language)\.md)$/;
/** Paths that are nowhere in the repository: what lies in the data folder, in a release or at another address. */
const elsewhere = [
  /^(history|logs|open|restoring|locks|damaged|sample-service|ENV\/documents|documents)\//,
  /^(application|image|text)\//,
  /^[A-Z_]+\//, // a placeholder: ENV/documents, LANGUAGE/PAGE.md
];

let listed;
try {
  listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
} catch {
  console.error("doc-paths: no repository here, so nothing was checked");
  process.exit(0);
}
const files = listed.split("\n").filter((file) => existsSync(file));
const known = new Set(files);
for (const file of files) for (let at = dirname(file); at !== "."; at = dirname(at)) known.add(at);
const targets = new Set(readFileSync("Makefile", "utf8").match(/^[a-z-]+(?=:)/gm));
const names = new Set([...known].map((file) => basename(file)));
const problems = [];

/** Whether a path is there, seen from the document or from the top. `*` stands for a part of a name, `{a,b}` for either. */
function isThere(path, from) {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(path);
  if (braces) return braces[1].split(",").every((part) => isThere(path.replace(braces[0], part), from));
  const crate = /^src-tauri\/[a-z]+/.exec(from)?.[0] ?? from;
  return ["", from, `${from}/src`, crate, "src-tauri"].some((folder) => {
    const candidate = join(folder, path);
    const plain = normalize(candidate).replace(/\/$/, "");
    if (!plain.includes("*")) return known.has(plain);
    const escaped = plain.replace(/[.+^$()|[\]\\?]/g, "\\$&").replace(/\*+/g, "[^/]*");
    return [...known].some((name) => new RegExp(`^${escaped}$`).test(name));
  });
}

/** The anchors of a document, as web pages of repositories make them of headings. */
function anchors(file) {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/\{#([a-z-]+)\}/g)].map((found) => found[1]);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map((found) =>
    found[1].toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"),
  );
  return new Set([...named, ...headings]);
}

for (const file of files.filter((name) => name.endsWith(".md") && !past.test(name))) {
  const from = dirname(file);
  const report = (line, what) => problems.push(`${file}:${line}: ${what}`);
  let fenced = false;
  for (const [index, text] of readFileSync(file, "utf8").split("\n").entries()) {
    const line = index + 1;
    if (text.startsWith("```")) fenced = !fenced;
    if (fenced) continue;
    for (const [, name] of text.matchAll(/\bmake ([a-z][a-z-]+)(?=[\s`;,.)]|$)/g))
      if (/`[^`]*\bmake [^`]*`/.test(text) && !targets.has(name)) report(line, `the Makefile has no target ${name}`);
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path, anchor] = target.split("#");
      const place = path === "" ? file : normalize(join(from, path));
      if (!known.has(place)) report(line, `no file ${target}`);
      else if (anchor && place.endsWith(".md") && !anchors(place).has(anchor)) report(line, `no heading ${target}`);
    }
    if (file.startsWith("ui/guide/")) continue;
    for (const [, code] of text.matchAll(/`([^`]+)`/g)) {
      if (/^[\w-]+\.(rs|tsx?|mjs|sh|sql|css)$/.test(code) && !names.has(code)) report(line, `no file is called ${code}`);
      // One word of letters that paths have; an option of a program or an address is none.
      if (!/^[\w.@{},*-]+(\/[\w.@{},*-]*)+$/.test(code) || /^[\d./]+$/.test(code)) continue;
      if (elsewhere.some((pattern) => pattern.test(code))) continue;
      if (!isThere(code, from)) report(line, `no path ${code}`);
    }
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} paths in documents lead nowhere`);
  process.exit(1);
}
