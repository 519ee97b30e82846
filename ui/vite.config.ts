/** Build of the web side. */

import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  base: "./",
  clearScreen: false,
  server: { port: 1420, strictPort: true, host: "127.0.0.1" },
  build: {
    // The oldest web view: macOS 13. WebKitGTK and WebView2 are newer.
    target: "safari16.4",
    outDir: "dist",
    emptyOutDir: true,
    // The window loads from the program itself: a preload hint costs more than it gives.
    modulePreload: false,
    // Inlined files would be `data:` addresses, which the policy of the window refuses for fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // One file a language: its texts are read at once.
        codeSplitting: { groups: [{ name: (id) => /[\\/]i18n[\\/](\w+)[\\/]\w+\.json$/.exec(id)?.[1] }] },
        // The worker of PDF documents asks for these by their own names, beside each other.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith("_nowasm_fallback.js"))
            ? "assets/pdf/[name][extname]"
            : "assets/[name]-[hash][extname]",
      },
    },
  },
  css: { modules: { generateScopedName: "[name]_[local]_[hash:base64:4]" } },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: availableParallelism(),
    // Files share one module graph a worker: tests with a document put back what they change (`setup-dom.ts`).
    isolate: false,
    // Generous: a busy computer is slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["{src,wander}/**/*.test.ts"],
          setupFiles: ["src/shared/testing/setup.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          // Documents and elements live shortly: collected while they are young, they cost least.
          execArgv: ["--max-semi-space-size=64"],
          include: ["src/**/*.test.tsx"],
          setupFiles: ["src/shared/testing/setup.ts", "src/shared/testing/setup-dom.ts"],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
