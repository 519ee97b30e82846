/**
 * Golden messages: what the window tells of each status with each shape of body, in its three languages.
 *
 * The failures are those that `fieldctl` is tested with. `FIELDDESK_WRITE_GOLDEN=1 npx vitest run failure-messages` writes
 * the file anew; the difference is what to read.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Failure } from "../ipc";
import { useFailureWords } from "./error-messages";
import { languages, speak } from "./i18n";
import { show } from "./testing/render";

const golden = resolve("src/shared/golden/failures.txt");
const given: { case: string; failure: Failure }[] = JSON.parse(
  readFileSync(resolve("../src-tauri/cli/tests/it/golden/failures.json"), "utf8"),
);

afterAll(() => speak("en"));

function All() {
  const words = useFailureWords();
  return given.map((each) => {
    const { sentence, fix, small } = words(each.failure);
    return <p key={each.case}>{[sentence, fix, ...(small === "" ? [] : [`[${small}]`])].join(" ")}</p>;
  });
}

async function told(language: "en" | "nb" | "sv"): Promise<string[]> {
  await speak(language);
  const { container, unmount } = await show(<All />);
  const lines = [...container.querySelectorAll("p")].map(({ textContent }) => `${language} ${textContent}`);
  unmount();
  return lines;
}

it("tells each failure in the same words as before, in every language", async () => {
  const en = await told("en");
  const nb = await told("nb");
  const sv = await told("sv");
  expect(en).toHaveLength(given.length);
  const now = given.map((each, at) => `== ${each.case}\n${[en[at], nb[at], sv[at]].join("\n")}\n`).join("\n");
  if (process.env.FIELDDESK_WRITE_GOLDEN) writeFileSync(golden, now);
  expect(now).toBe(readFileSync(golden, "utf8"));
});

it("passes on the server's own words wherever it said any, and names no host that it did not refuse", async () => {
  for (const language of languages) {
    const lines = await told(language);
    given.forEach(({ failure }, at) => {
      const { server } = failure.params;
      if (server !== undefined) expect(lines[at]).toContain(`“${server}”`);
      if (failure.params.found !== undefined) expect(lines[at]).toContain(failure.params.found);
      expect(lines[at]?.split(" [")[0], "a host in the sentence").not.toContain("HOST");
      expect(lines[at]?.split(" [")[0], "a hole in the sentence").not.toContain("{{");
    });
  }
});
