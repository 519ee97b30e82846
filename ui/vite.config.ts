/** Build of the web side. */

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
    environment: "jsdom",
    include: ["{src,wander}/**/*.test.{ts,tsx}"],
    setupFiles: ["src/shared/testing/setup.ts"],
    restoreMocks: true,
    // Generous: whole screens are rendered and read by axe on computers that build something else meanwhile.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
