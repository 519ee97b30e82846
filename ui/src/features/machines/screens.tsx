/** The screens of machines, which tell the shared parts in them that their records are machines. */

import { ImportScreen as Import } from "../../shared/records/importing/ImportScreen";
import { KindProvider } from "../../shared/records/kind";
import { machineKind } from "./fleet/kind";
import { FuelScreen as Fuel } from "./fuel/FuelScreen";
import { MachinesScreen as Machines } from "./Screen";

export function MachinesScreen() {
  return (
    <KindProvider value={machineKind}>
      <Machines />
    </KindProvider>
  );
}

export function FuelScreen() {
  return (
    <KindProvider value={machineKind}>
      <Fuel />
    </KindProvider>
  );
}

export function ImportScreen() {
  return (
    <KindProvider value={machineKind}>
      <Import />
    </KindProvider>
  );
}
