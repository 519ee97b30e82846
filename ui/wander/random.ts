/** Chance of a walk: a seed decides everything, and each step has its own stream, however much the others took. */

/** A stream of numbers. */
export type Random = {
  /** From 0 up to `count`, without it. */
  below: (count: number) => number;
  /** True as often as this share says. */
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T | undefined;
  /**
   * One of those whose weight is above zero. Each draws its own lot by its name: one more that stands beside them, as
   * where a page was quicker than in another walk of this seed, changes nothing unless it wins.
   */
  drawn: <T>(from: readonly (readonly [item: T, weight: number, name: string])[]) => T | undefined;
};

const mixed = (state: number): number => {
  let mix = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
};

/** The stream of a seed, or that of one step of its walk. */
export function randomOf(seed: number, step = 0): Random {
  // Splitmix: neighbouring seeds and steps have nothing in common.
  const begin = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b)) >>> 0;
  let state = begin;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixed(state) / 2 ** 32;
  };
  const lotOf = (name: string) => {
    let sum = begin;
    for (const letter of name) sum = mixed(sum + (letter.codePointAt(0) ?? 0));
    return (sum + 1) / (2 ** 32 + 1);
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)],
    drawn: <T>(from: readonly (readonly [item: T, weight: number, name: string])[]) => {
      let best: { item: T; lot: number } | undefined;
      for (const [item, weight, name] of from) {
        const lot = Math.log(lotOf(name)) / weight;
        if (weight > 0 && lot > (best?.lot ?? Number.NEGATIVE_INFINITY)) best = { item, lot };
      }
      return best?.item;
    },
  };
}

/** Texts for a field: some that it wants, some that it does not. */
const plausible = [
  "Volvo",
  "1021",
  "120",
  "4 163",
  "14,2",
  "29.11.2026",
  "3 nov",
  "Kryss",
  "Grunnarbeid",
  "kari",
  "HA",
];
const odd = [
  "",
  " ",
  "80h66",
  "-1",
  "1e9",
  "99.99.9999",
  "NaN",
  "\"quoted\", 'single' and `back`",
  "<b>bold</b> & {{count}} %s",
  "👷🏽‍♀️🚧🏗️",
  "مرحبا بالعالم",
  "plan\u202Egpj.exe",
  "Ærøskøbing é ẞ İ",
  "a\tb;c,d",
  "Feltarbeidsgiveravgift".repeat(12),
  "x ".repeat(400),
];

export const textFor = (random: Random): string => random.pick(random.chance(0.6) ? plausible : odd) ?? "";

const pastes = [
  "14,2\n15,8",
  "Fjell\t4163\t14.09.2026\nVA\t80h66\t\nMasse\t-1\t3 nov",
  "Avdeling\tTimer\nGrunnarbeid\t6 431",
  '"to\nlinjer"\t👷🏽‍♀️\t""',
  Array.from({ length: 60 }, (_, row) => `Avd ${row}\t${row}`).join("\n"),
];

export const pasteFor = (random: Random): string => random.pick(pastes) ?? "";
