/** Makes a failing walk shorter: a step stays only if the failure needs it. */

/** Plays steps on a fresh app and answers whether the same failure comes. */
export type Fails<T> = (steps: readonly T[]) => Promise<boolean>;

/**
 * First the shortest end of the walk that fails by itself, then all chunks that can be left out, down to single steps.
 *
 * `mayGoOn` is asked before each try: what was found until then is the answer.
 */
export async function shorten<T>(steps: readonly T[], fails: Fails<T>, mayGoOn: () => boolean): Promise<readonly T[]> {
  let found = steps;
  for (let length = 4; length < found.length && mayGoOn(); length *= 2) {
    const end = found.slice(-length);
    if (await fails(end)) found = end;
  }
  for (let chunk = Math.ceil(found.length / 2); chunk >= 1 && mayGoOn(); ) {
    let shorter = false;
    for (let from = 0; from < found.length && mayGoOn(); ) {
      const without = [...found.slice(0, from), ...found.slice(from + chunk)];
      if (without.length > 0 && (await fails(without))) {
        found = without;
        shorter = true;
      } else from += chunk;
    }
    if (chunk === 1 && !shorter) break;
    if (chunk > 1) chunk = Math.ceil(chunk / 2);
  }
  return found;
}
