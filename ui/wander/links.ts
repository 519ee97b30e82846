/** The links of chains: a step each, if the page has what it needs. */

import type { At, Choice } from "./choice";
import { pasteFor, textFor } from "./random";
import { acts, networks, parcels, type Shown, type Step } from "./step";
import { fields, isBeside, isCell, isFilter, isInGrid, isOver, kindOf, type Part } from "./tree";

export type Link = (at: At, keys?: string) => Choice | undefined;

/** Returns a part that fits: draws a kind first, seldom and new ones before the others, then a part of it. */
function seldom({ view, memory, random }: At, holds: (part: Part) => boolean): Part | undefined {
  const kinds = new Map<string, Part[]>();
  for (const part of view.parts) if (holds(part)) kinds.set(kindOf(part), [...(kinds.get(kindOf(part)) ?? []), part]);
  const weighed = [...kinds].flatMap(([kind, [first]]) =>
    first === undefined ? [] : [[kind, memory.weight(view, kind, first), kind] as const],
  );
  const found = kinds.get(random.drawn(weighed) ?? "") ?? [];
  return random.drawn(found.map((part) => [part, 1, `${part.name} ${part.at}`]));
}

const target = ({ role, name, at }: Part) => ({ role, name, at });

/** Presses a part or types into it. */
const use =
  (holds: (part: Part, at: At) => boolean): Link =>
  (at): Step | undefined => {
    const part = seldom(at, (each) => holds(each, at));
    if (part === undefined) return undefined;
    const { memory, random } = at;
    if (!fields.has(part.role) || (part.role === "combobox" && random.chance(0.6)))
      return { do: "press", on: target(part) };
    if (random.chance(0.3)) memory.links.unshift((next) => key(next, "Enter|Tab|ArrowDown"));
    return { do: "type", on: target(part), text: textFor(random) };
  };

const key = ({ random }: At, keys = "Escape"): Step => ({ do: "key", key: random.pick(keys.split("|")) ?? "Escape" });
const isNews = (part: Part, { memory }: At) => isBeside(part) && !memory.marked.has(kindOf(part));
const isOpen = (part: Part) => part.within === "complementary" || isOver(part);

/** Interruptions of a chain. */
const between: readonly (readonly [Link, number, string])[] = [
  [(at) => resize(at), 4, "resize"],
  [() => ({ do: "fit" }), 2, "fit"],
  [(at) => show(at), 2, "show"],
  [
    ({ random }) => ({ do: "colleague", act: random.pick(acts) ?? "add machine", which: random.below(40) }),
    2,
    "colleague",
  ],
  [
    ({ memory, random }) => ({ do: "network", is: memory.online ? (random.pick(networks) ?? "away") : "back" }),
    2,
    "network",
  ],
  [({ memory }) => ({ do: "connect", to: memory.connection === "production" ? "test" : "production" }), 1, "connect"],
  [({ random }) => ({ do: random.chance(0.5) ? "reload" : "reopen" }), 0.5, "again"],
];

const resize: Link = ({ random }) => {
  const width = random.chance(0.3) ? 1440 : 1024 + random.below(897);
  return { do: "resize", width, height: random.pick([640, 768, 900, 1080]) ?? 900 };
};

/** Changes one of the settings that the whole window shows. */
const show: Link = ({ memory: { shown }, random }) => {
  const other = <T>(now: T, ...all: T[]) => random.pick(all.filter((each) => each !== now)) ?? now;
  const settings = random.pick<Partial<Shown>>([
    { language: other(shown.language, "en", "nb", "sv") },
    { theme: other(shown.theme, "light", "dark") },
    { textSizePercent: other(shown.textSizePercent, 100, 110, 125, 150) },
    { density: other(shown.density, "standard", "compact") },
  ]);
  return { do: "show", settings: { ...shown, ...settings } };
};

export const links: Record<string, Link | undefined> = {
  key,
  resize,
  any: use(() => true),
  over: use(isOver),
  beside: use(isBeside),
  filter: use(isFilter),
  cell: use(isCell),
  item: use(({ role }) => role.startsWith("menuitem") || role === "option"),
  navigate: use(({ within, role }) => within === "navigation" && role !== "button"),
  /** The parts that came since the mark: the bar of a selection, a panel, a dialog, a menu. */
  news: use(isNews),
  fill: use((part, at) => fields.has(part.role) && isNews(part, at)),
  mark: ({ view, memory }) => {
    memory.marked = new Set(view.parts.map(kindOf));
    return undefined;
  },
  /** A tick of a row, by the mouse where there is a box and by a key where there is none. */
  tick: (at) => {
    const isBox = (part: Part) => part.role === "checkbox" && isInGrid(part) && part.off;
    if (at.view.parts.some(isBox)) return use(isBox)(at);
    at.memory.links.unshift((next) => key(next, "Space"));
    return use(isCell)(at);
  },
  menu: (at) => {
    const found = seldom(at, (part) => isInGrid(part) || at.random.chance(0.1));
    return found === undefined ? undefined : { do: "menu", on: target(found) };
  },
  twice: (at) => {
    const found = seldom(at, isInGrid);
    return found === undefined ? undefined : { do: "press", on: target(found), twice: true };
  },
  drop: (at) => {
    const on = at.random.chance(0.5) ? undefined : seldom(at, ({ column }) => column >= 0);
    return { do: "drop", parcel: at.random.pick(parcels) ?? "odd", on: on === undefined ? null : target(on) };
  },
  answer: ({ random }) => ({ do: "choose", parcel: random.pick(parcels) ?? "odd" }),
  paste: ({ random }) => ({ do: "paste", text: pasteFor(random) }),
  text: ({ random }) => ({ do: "write", text: textFor(random).slice(0, 40) }),
  close: ({ view }) => (view.parts.some(isOpen) ? { do: "key", key: "Escape" } : undefined),
  fit: () => ({ do: "fit" }),
  between: (at) => at.random.drawn(between)?.(at),
  mid: (at) => (at.random.chance(0.3) ? at.random.drawn(between)?.(at) : undefined),
};
