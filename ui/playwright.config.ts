/**
 * Journeys in Chromium over the app's own commands: `e2e/desktop` starts the app without its window and the service
 * behind it. Build both first: `scripts/journeys.sh`. The browser is the one of the system; nothing is downloaded.
 */

import { defineConfig } from "@playwright/test";

// Each journey is looked at in passing, too (e2e/layout/passing.ts).
const looks = Boolean(process.env.FIELDDESK_LOOKS);
const isPictures = /\bpictures\.spec\.ts$/;
const isBench = /\.bench\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  projects: [
    looks
      ? // What depends on how fast its steps follow each other cannot be looked at on the way.
        {
          name: "journeys",
          grepInvert: /@pace/,
          testIgnore: [isPictures, isBench, /\b(scenes|guard|recorded)\.spec\.ts$/],
        }
      : { name: "journeys", testIgnore: [isPictures, isBench, /\.looks\.spec\.ts$/] },
    { name: "pictures", testMatch: isPictures },
    { name: "bench", testMatch: isBench },
  ],
  globalSetup: "./e2e/desktop/template.ts",
  // One more than the cores that offices and runners have: a journey often waits for the app.
  workers: 3,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  // Generous: no journey depends on how fast it is.
  timeout: looks ? 480_000 : 240_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    launchOptions: {
      // A page of the shell takes half of what one of the whole browser does, which keeps pages of its own.
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      // Tests also run as root in a container, where the sandbox and a small /dev/shm do not work.
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"],
    },
  },
});
