import { expect, it, vi } from "vitest";

const toDesktop = vi.hoisted(() => vi.fn());
vi.mock("@tauri-apps/api/core", () => ({ invoke: toDesktop }));
vi.mock("@tauri-apps/api/event", () => ({ listen: vi.fn(), once: vi.fn(), emit: vi.fn(), emitTo: vi.fn() }));

vi.resetModules();
const { bridgeOf, createDesktopBridge } = await import("./bridge");

it("carries the connection of its screen with every command, also after another one is in use", async () => {
  toDesktop.mockResolvedValue(null);
  const bridge = createDesktopBridge();
  const ofTest = bridgeOf(bridge, "test-id");
  const ofProduction = bridgeOf(bridge, "production-id");
  await Promise.all([ofProduction.refreshUsers(), ofTest.undoAct("act-1"), bridge.refreshUsers()]);
  expect(toDesktop.mock.calls.map(([command, , options]) => [command, options?.headers])).toEqual([
    ["refresh_users", { "fielddesk-connection": "production-id" }],
    ["undo_act", { "fielddesk-connection": "test-id" }],
    ["refresh_users", undefined],
  ]);
});

it("listens by one registration, whichever connection is in use", () => {
  const bridge = createDesktopBridge();
  expect(bridgeOf(bridge, "test-id").on).toBe(bridge.on);
});
