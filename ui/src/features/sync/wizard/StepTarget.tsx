/** Step 2: the project or the work order. */

import { PlacePicker } from "./PlacePicker";
import type { Wizard } from "./use-wizard";

export function StepTarget({ wizard }: { wizard: Wizard }) {
  const { picked, set } = wizard;
  return <PlacePicker onChoose={(place) => set({ place, step: "section" })} path={picked?.shownPath ?? ""} />;
}
