/** In a browser the fake lives: what is sent moves by itself, a drag hangs over the window, and tests can reach in. */

import { createFakeBridge, type FakeBridge } from "./index";
import type { Scenario } from "./scenarios";

export { scenarioFromAddress } from "./scenarios";

export function createLiveFake(scenario: Scenario): FakeBridge {
  const bridge = createFakeBridge(scenario);
  window.fielddeskFake = bridge.fake;
  // A picture of `sending` and `failing` stands still; what a journey sends moves.
  if (!scenario.on.has("sending")) setInterval(() => void moveIfNeeded(bridge), 200);
  if (scenario.on.has("dragging")) {
    const at = { x: Math.round(window.innerWidth * 0.6), y: Math.round(window.innerHeight * 0.68) };
    setInterval(
      () => bridge.fake.emit("dragMoved", { ...at, files: 18, folders: 2, bytes: 226_000_000, counting: false }),
      200,
    );
  }
  return bridge;
}

async function moveIfNeeded(bridge: FakeBridge): Promise<void> {
  const { active, waiting } = await bridge.transfers();
  if (active + waiting > 0) bridge.fake.advance();
}
