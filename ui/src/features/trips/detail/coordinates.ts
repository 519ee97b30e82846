/** Coordinates of a record, where it has both of them. */

import type { TripField } from "../../../ipc";

/** Latitude and longitude of a field; none unless both are numbers. */
export function coordinatesOf(fields: readonly TripField[], name: string): readonly [number, number] | null {
  const value = fields.find((field) => field.name === name)?.value;
  if (!Array.isArray(value)) return null;
  const [latitude, longitude] = value;
  return typeof latitude === "number" && typeof longitude === "number" ? [latitude, longitude] : null;
}
