/** Walks of the wanderer: `scripts/wander.sh`. */

import { defineConfig } from "@playwright/test";
import journeys from "../playwright.config";

const { projects: _, ...shared } = journeys;

export default defineConfig({
  ...shared,
  testDir: ".",
  testMatch: "wander.spec.ts",
  globalSetup: "../e2e/desktop/template.ts",
  outputDir: "../test-results/wander",
  retries: 0,
  timeout: 0,
  reporter: [["line"]],
});
