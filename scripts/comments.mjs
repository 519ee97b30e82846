// Checks the words of doc comments in Rust and TypeScript.
//
//   node scripts/comments.mjs [FILE…]     names each failing comment of the files; without them compares the counts of all
//   node scripts/comments.mjs --write     writes the baseline anew, unless the sum would grow
//
// The words are in comments/words.json: none of `first` opens a doc comment, none of `anywhere` is in one. Files that
// failed before the check existed are in comments/baseline.json with their counts, which must be exact, so they shrink.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const baselineFile = join(root, "scripts/comments/baseline.json");
const { first, anywhere } = JSON.parse(readFileSync(join(root, "scripts/comments/words.json"), "utf8"));
const opens = new RegExp(`^[("“*_]*(${first.join("|")})\\b`, "i");
const holds = new RegExp(`\\b(${anywhere.join("|").replaceAll(" ", "\\s+").replaceAll("'", "['’]")})\\b`, "i");
const generated = /^ui\/src\/ipc\/(bindings\.ts|recorded\/)/;

/** Doc comments of a Rust file: neighbouring lines of the same kind make one. */
function commentsOfRust(text) {
  const found = [];
  let kind = null;
  text.split("\n").forEach((line, index) => {
    const [, mark, words] = /^\s*(\/\/[/!])(?!\/) ?(.*)$/.exec(line) ?? [];
    if (mark && mark === kind) found.at(-1).text += `\n${words}`;
    else if (mark) found.push({ line: index + 1, text: words });
    kind = mark ?? null;
  });
  return found;
}

/** Doc comments of a TypeScript file, without the stars of their lines. */
function commentsOfTypeScript(text) {
  return [...text.matchAll(/(?<=^|[\s{(])\/\*\*\s([\s\S]*?)\*\//g)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    text: match[1].replace(/^\s*\*? ?/gm, "").trim(),
  }));
}

/** Failing comments of a file, each with its line and the word. */
function failing(file) {
  const text = readFileSync(join(root, file), "utf8");
  const comments = file.endsWith(".rs") ? commentsOfRust(text) : commentsOfTypeScript(text);
  return comments.flatMap(({ line, text: words }) => {
    const word = opens.exec(words)?.[1] ?? holds.exec(words)?.[1];
    return word ? [{ line, word }] : [];
  });
}

function report(file) {
  return failing(file).map(({ line, word }) => `  ${file}:${line}: ${word}`);
}

function sum(counts) {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

const [option, ...more] = process.argv.slice(2);
if (option && option !== "--write") {
  const problems = [option, ...more].flatMap(report);
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(""));
  process.exit(problems.length > 0 ? 1 : 0);
}
// Sources without their history are not checked.
if (!existsSync(join(root, ".git"))) process.exit(0);

const listed = execFileSync("git", ["ls-files", "*.rs", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" });
const files = listed.split("\n").filter((file) => file && !generated.test(file) && existsSync(join(root, file)));
const counts = Object.fromEntries(files.map((file) => [file, failing(file).length]).filter(([, count]) => count > 0));
const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, "utf8")) : null;

if (option === "--write") {
  if (baseline && sum(counts) > sum(baseline)) {
    process.stderr.write(`error: ${sum(counts)} doc comments fail, ${sum(baseline)} before: word the new ones anew\n`);
    process.exit(1);
  }
  writeFileSync(baselineFile, `${JSON.stringify(counts, null, 2)}\n`);
  process.exit(0);
}

const problems = [];
for (const file of new Set([...Object.keys(counts), ...Object.keys(baseline)])) {
  const [count, limit] = [counts[file] ?? 0, baseline[file] ?? 0];
  if (count > limit) problems.push(`${file}: ${count} doc comments fail, the baseline has ${limit}`, ...report(file));
  if (count < limit) problems.push(`${file}: ${count} doc comments fail, the baseline has ${limit}: lower it by --write`);
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.stderr.write("Words and how to write a doc comment: scripts/comments/words.json, src-tauri/ARCHITECTURE.md\n");
  process.exit(1);
}
