/** Grouping of a list under its days, in the order in which it comes. */

/** Returns true for the first item of its day. */
export function beginsDay(items: readonly { at: string }[], place: number): boolean {
  const dayOf = (item: { at: string } | undefined) => item && new Date(item.at).toDateString();
  return dayOf(items[place]) !== dayOf(items[place - 1]);
}

/** `Today 13:58` without its time: the head of a day. */
export function dayWords(moment: string): string {
  return moment.replace(/\s\d{1,2}[.:]\d{2}.*$/, "");
}
