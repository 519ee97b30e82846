/** Where a name is cut when it is too long: in the middle, so that number and extension stay. */

const tailLength = 10;

/** Splits a name into a start that may be cut and an end that stays. Never inside a character. */
export function splitForMiddle(name: string): { start: string; end: string } {
  const characters = Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name),
    (s) => s.segment,
  );
  if (characters.length <= tailLength * 2) return { start: name, end: "" };
  return {
    start: characters.slice(0, -tailLength).join(""),
    end: characters.slice(-tailLength).join(""),
  };
}
