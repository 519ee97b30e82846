/** What is grouped under the day on which it was, in the order in which it comes. */

export function byDay<T extends { at: string }>(items: readonly T[]): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = new Date(item.at).toDateString();
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** `Today 13:58` without its time: the head of a day. */
export function dayWords(moment: string): string {
  return moment.replace(/\s\d{1,2}[.:]\d{2}.*$/, "");
}
