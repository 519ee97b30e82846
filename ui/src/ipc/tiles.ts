/** Tiles of the map: they come by the protocol `tiles`, which asks the address of the settings. */

import { convertFileSrc } from "@tauri-apps/api/core";

/** The address of tiles in the form of the platform, with places for zoom, column and row. */
export function tileAddress(): string {
  // The address ends with a slash where the platform writes one.
  return `${convertFileSrc("", "tiles").replace(/\/$/, "")}/{z}/{x}/{y}`;
}
