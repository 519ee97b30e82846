/**
 * Seeded walks through the real program. A failure prints its seed, its steps and how to play it again.
 *
 *   WANDER_SEEDS=1,2,3     these walks
 *   WANDER_MINUTES=10      new walks for so long, on each worker
 *   WANDER_STEPS=FILE      the steps of a file, as a failure left them
 */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Browser, test } from "@playwright/test";
import { type Finding, isSame, knownBy, readKnown } from "./known";
import { shorten } from "./shrink";
import { type Step, told } from "./step";
import { replay, type Walked, walk } from "./walk";

const {
  WANDER_SEEDS = "",
  WANDER_MINUTES = "",
  WANDER_STEPS = "",
  WANDER_COUNT = "60",
  WANDER_SHORTEN = "4",
} = process.env;
/** Not in the folder of the runner, which it empties when it begins. */
const folder = "test-results/walks";
const known = readKnown(readFileSync("wander/known.toml", "utf8"));
const isKnown = (finding: Finding) => knownBy(known, finding) !== undefined;

/** Shortens a failing walk, stores its steps and tells of it. */
async function tell(browser: Browser, seed: string, { steps, findings }: Omit<Walked, "reports">): Promise<string> {
  const [finding] = findings;
  if (finding === undefined) return "";
  const until = Date.now() + Number(WANDER_SHORTEN) * 60_000;
  const fails = async (some: readonly Step[]) => {
    const played = await replay(browser, some, isKnown);
    return played.findings.some((each) => isSame(each, finding));
  };
  const shortened = await shorten(steps, fails, () => Date.now() < until);
  const file = `${folder}/${seed}.json`;
  writeFileSync(file, JSON.stringify(shortened, null, 1));
  const lines = [
    `${finding.invariant} at ${finding.place}`,
    ...findings.map(({ detail }) => `  ${detail.slice(0, 2_000)}`),
    `Seed ${seed}, ${shortened.length} of ${steps.length} steps:`,
    ...shortened.map((step) => `  ${told(step)}`),
    `Again: make wander SEED=${seed}, or these steps: make wander STEPS=ui/${file}`,
  ];
  return lines.join("\n");
}

async function wander(browser: Browser, seed: number): Promise<string> {
  const began = Date.now();
  mkdirSync(folder, { recursive: true });
  const { reports, ...walked } = await walk(browser, seed, Number(WANDER_COUNT), isKnown);
  process.stdout.write(
    `seed ${seed}: ${walked.steps.length} steps, ${walked.known.length} known, ${Date.now() - began} ms\n`,
  );
  if (process.env.WANDER_VERBOSE) process.stdout.write(walked.steps.map((step) => `  ${told(step)}\n`).join(""));
  for (const report of new Set(reports)) appendFileSync(`${folder}/reports.txt`, `${seed}\t${report}\n`);
  return tell(browser, String(seed), walked);
}

for (const seed of WANDER_SEEDS.split(",").filter(Boolean))
  test(`seed ${seed}`, async ({ browser }) => {
    const failure = await wander(browser, Number(seed));
    if (failure !== "") throw new Error(failure);
  });

if (WANDER_STEPS !== "")
  test(`steps of ${WANDER_STEPS}`, async ({ browser }) => {
    const steps = JSON.parse(readFileSync(WANDER_STEPS, "utf8")) as Step[];
    const { findings } = await replay(browser, steps, isKnown);
    if (findings.length > 0) throw new Error(findings.map(({ place, detail }) => `${place}\n${detail}`).join("\n"));
  });

if (WANDER_MINUTES !== "")
  for (const worker of [1, 2])
    test(`new walks, worker ${worker}`, async ({ browser }) => {
      const until = Date.now() + Number(WANDER_MINUTES) * 60_000;
      const failures: string[] = [];
      for (let seed = (Date.now() % 1_000_000_000) + worker; Date.now() < until; seed += 2) {
        const failure = await wander(browser, seed);
        if (failure !== "") failures.push(failure);
        if (failure !== "") process.stdout.write(`${failure}\n`);
      }
      if (failures.length > 0) throw new Error(failures.join("\n\n"));
    });
