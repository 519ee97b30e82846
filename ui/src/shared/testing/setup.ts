/** Preparation of every test: the recorded columns, and no command without an answer. */

import { afterEach, beforeAll, expect } from "vitest";
import { readFields } from "../fields";
import { createTestBridge, unanswered } from "./bridge";
import { quiet } from "./recorded";

beforeAll(async () => {
  await readFields(createTestBridge(quiet), "en");
});

afterEach(() => {
  const missing = [...unanswered];
  unanswered.clear();
  expect(missing, "commands that the test has no answer to").toEqual([]);
});
