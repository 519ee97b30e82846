/** Times of the day as people type them. Pure. */

/** `07:30` of `7:30`, `7.30`, `0730` or `7 30`; `07:00` of `7`. Nothing of anything else. */
export function timeOf(typed: string): string | null {
  const [, hour, minute = "00"] = /^(\d{1,2})(?:[:. ]?(\d{2}))?$/.exec(typed.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}
