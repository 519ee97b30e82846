/** In a browser the fake lives: what is sent moves by itself, and tests can reach in. */

import { createFakeBridge, type FakeBridge } from "./index";
import type { Scenario } from "./scenarios";

export { scenarioFromAddress } from "./scenarios";

export function createLiveFake(scenario: Scenario): FakeBridge {
  const bridge = createFakeBridge(scenario);
  window.fielddeskFake = bridge.fake;
  // A picture of `sending` and `failing` stands still; what a journey sends moves.
  if (!scenario.on.has("sending")) setInterval(() => void moveIfNeeded(bridge), 200);
  return bridge;
}

async function moveIfNeeded(bridge: FakeBridge): Promise<void> {
  const { active, waiting } = await bridge.transfers();
  if (active + waiting > 0) bridge.fake.advance();
}
