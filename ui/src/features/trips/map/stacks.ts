/** Places whose marks lie on each other: one name stands for all of them, with how many more there are. Pure. */

/** A place in the flat coordinates of the map. */
export type Spot = { readonly key: string; readonly at: readonly [x: number, y: number] };

/**
 * For each place whose name is shown, how many others it stands for; the others are left out. The first of those within
 * `reach` is the one that is shown.
 */
export function stacked(spots: readonly Spot[], reach: number): ReadonlyMap<string, number> {
  const heads: (Spot & { others: number })[] = [];
  for (const { key, at } of spots) {
    const head = heads.find((each) => Math.hypot(each.at[0] - at[0], each.at[1] - at[1]) <= reach);
    if (head === undefined) heads.push({ key, at, others: 0 });
    else head.others += 1;
  }
  return new Map(heads.map(({ key, others }) => [key, others]));
}
