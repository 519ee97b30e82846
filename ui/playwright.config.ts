/** Journeys in Chromium over the fake bridge. The browser is the one of the system; nothing is downloaded. */

import { defineConfig } from "@playwright/test";

const port = 4173;

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  workers: 2,
  // A journey that needs its second try is named flaky in the report: to be mended, not to stop a landing.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: "nb-NO",
    timezoneId: "Europe/Oslo",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Tests also run as root in a container, where the sandbox and a small /dev/shm do not work.
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"],
    },
  },
  webServer: {
    command: `npx vite build --mode e2e && npx vite preview --mode e2e --outDir dist-e2e --port ${port}`,
    url: `http://127.0.0.1:${port}`,
    reuseExistingServer: false,
    timeout: 240_000,
  },
});
