/** A moment later: commands of the fake take their time like real ones. */

export function soon(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
