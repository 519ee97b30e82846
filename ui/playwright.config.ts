/**
 * Journeys in Chromium over the app's own commands: `e2e/desktop` starts the app without its window and the service
 * behind it. Build both first: `scripts/journeys.sh`. The browser is the one of the system; nothing is downloaded.
 */

import { defineConfig } from "@playwright/test";

// Each journey is looked at in passing, too (e2e/layout/passing.ts).
const looks = Boolean(process.env.FIELDDESK_LOOKS);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  // What depends on how fast its steps follow each other cannot be looked at on the way.
  ...(looks ? { grepInvert: /@pace/ } : {}),
  testIgnore: looks ? [/\b(pictures|speed|guard|recorded)\.spec\.ts$/] : [/\.looks\.spec\.ts$/],
  globalSetup: "./e2e/desktop/template.ts",
  workers: 2,
  // A journey that needs its second try is named flaky in the report: to be mended, not to stop a landing.
  retries: 1,
  fullyParallel: true,
  forbidOnly: true,
  timeout: looks ? 240_000 : 60_000,
  expect: { timeout: 15_000 },
  reporter: looks ? [["list"], ["./e2e/layout/coverage.ts"]] : "list",
  use: {
    viewport: looks ? { width: 1366, height: 768 } : { width: 1440, height: 900 },
    locale: "nb-NO",
    timezoneId: "Europe/Oslo",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Tests also run as root in a container, where the sandbox and a small /dev/shm do not work.
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"],
    },
  },
});
