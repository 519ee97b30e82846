/** Days and moments by this computer's clock, as receipts and exports have them. */

const two = (value: number) => String(value).padStart(2, "0");

/** A day of this computer's calendar, as the desktop side reads it. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `2026-11-27 23:45:04` by this computer's clock, as receipts have it: true on any day, and sorted by its letters. */
export function localStamp(at: Date): string {
  return `${localDay(at)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
