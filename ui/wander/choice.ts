/** What a walk does next: what it has pressed seldom on this screen first, navigation last, and chains that people do. */

import type { Environment } from "../e2e/desktop/service";
import { pasteFor, type Random, textFor } from "./random";
import { acts, networks, parcels, type Shown, type Step } from "./step";
import { fields, kindOf, overlays, type Part } from "./tree";
import type { View } from "./world";

/** A step, or a look for widths at which a toolbar of the screen just fits. */
export type Choice = Step | { do: "fit" };

/** A link of a chain: a step if the page has what it needs. */
type Link = (view: View, memory: Memory, random: Random) => Choice | undefined;

/** What a walk knows of its past. */
export class Memory {
  /** How often a kind of part was used, by screen. */
  readonly used = new Map<string, number>();
  links: Link[] = [];
  online = true;
  connection: Environment = "production";
  shown: Shown = { language: "en", theme: "light", textSizePercent: 100, density: "standard" };
  /** Steps since this screen came. */
  stay = 0;
  /** Kinds of parts before the last step, and before the chain began to change the page. */
  private before = new Set<string>();
  marked = new Set<string>();
  private screen = "";

  /** Takes note of a step that was done on this view. */
  note({ screen, parts }: View, step: Step): void {
    this.stay = screen === this.screen ? this.stay + 1 : 0;
    this.screen = screen;
    this.before = new Set(parts.map(kindOf));
    if (step.do === "network") this.online = step.is === "back";
    if (step.do === "connect") this.connection = step.to;
    if (step.do === "show") this.shown = step.settings;
    if (step.do !== "press" && step.do !== "menu" && step.do !== "type") return;
    const part = parts.find(
      ({ role, name, at }) => role === step.on.role && name === step.on.name && at === step.on.at,
    );
    if (part === undefined) return;
    const key = `${screen} ${kindOf(part)}`;
    this.used.set(key, (this.used.get(key) ?? 0) + 1);
  }

  /** Takes the page as it is for old: what comes from now on is news for `since`. */
  mark({ parts }: View): void {
    this.marked = new Set(parts.map(kindOf));
  }

  isNew({ screen }: View, kind: string): boolean {
    return screen === this.screen && !this.before.has(kind);
  }
}

const weights: Record<string, number> = { gridcell: 0.3, columnheader: 0.3, option: 0.6, link: 0.7 };

/** One of the parts: first a kind, the seldom and the new ones before the others, then one of this kind. */
function seldom(view: View, memory: Memory, random: Random, parts: readonly Part[]): Part | undefined {
  const kinds = new Map<string, Part[]>();
  for (const each of parts) kinds.set(kindOf(each), [...(kinds.get(kindOf(each)) ?? []), each]);
  const weighed = [...kinds.entries()].map(([kind, [first]]) => {
    const times = memory.used.get(`${view.screen} ${kind}`) ?? 0;
    const news = memory.isNew(view, kind) ? 6 : 1;
    const last = first?.within === "navigation" ? 0.01 * (1 + memory.stay / 5) : 1;
    return [kind, ((weights[first?.role ?? ""] ?? 1) * news * last) / (1 + times) ** 2, kind] as const;
  });
  const found = kinds.get(random.drawn(weighed) ?? "") ?? [];
  return random.drawn(found.map((each) => [each, 1, `${each.name} ${each.at}`]));
}

const target = ({ role, name, at }: Part) => ({ role, name, at });

function use(part: Part | undefined, memory: Memory, random: Random): Step | undefined {
  if (part === undefined) return undefined;
  const on = target(part);
  if (!fields.has(part.role) || (part.role === "combobox" && random.chance(0.6))) return { do: "press", on };
  if (random.chance(0.3))
    memory.links.unshift(() => ({ do: "key", key: random.pick(["Enter", "Tab", "ArrowDown"]) ?? "" }));
  return { do: "type", on, text: textFor(random) };
}

/** Uses a part for which this holds. */
const part =
  (holds: (part: Part, memory: Memory) => boolean): Link =>
  (view, memory, random) =>
    use(
      seldom(
        view,
        memory,
        random,
        view.parts.filter((each) => holds(each, memory)),
      ),
      memory,
      random,
    );

const inGrid = ({ within }: Part) => within === "grid" || within === "treegrid" || within === "table";
const beside = (part: Part) => !inGrid(part) && part.within !== "navigation" && part.within !== "contentinfo";

const key =
  (...keys: string[]): Link =>
  (_view, _memory, random) => ({ do: "key", key: random.pick(keys) ?? "Escape" });
const text: Link = (_view, _memory, random) => ({ do: "write", text: textFor(random).slice(0, 40) });

/** A switch among others: a filter, a tab, a saved view. */
const isFilter = (each: Part) => beside(each) && each.off && ["button", "tab", "radio"].includes(each.role);
const isCell = ({ role }: Part) => role === "gridcell";
const filter = part(isFilter);
const cell = part(isCell);
/** A tick of a row, by the mouse where there is a box and by a key where there is none. */
const tick: Link = (view, memory, random) => {
  const boxes = view.parts.filter((each) => each.role === "checkbox" && inGrid(each) && each.off);
  if (boxes.length > 0) return use(seldom(view, memory, random, boxes), memory, random);
  memory.links.unshift(key("Space"));
  return cell(view, memory, random);
};
const mark: Link = (view, memory) => {
  memory.mark(view);
  return undefined;
};
/** What came since the mark: the bar of a selection, a panel, a dialog, a menu. */
const news = part((each, memory) => beside(each) && !memory.marked.has(kindOf(each)));
const fill = part((each, memory) => fields.has(each.role) && beside(each) && !memory.marked.has(kindOf(each)));
const menuItem = part(({ role }) => role.startsWith("menuitem") || role === "option");
const menu: Link = (view, memory, random) => {
  const found = seldom(
    view,
    memory,
    random,
    view.parts.filter((each) => inGrid(each) || random.chance(0.1)),
  );
  return found === undefined ? undefined : { do: "menu", on: target(found) };
};
const twice: Link = (view, memory, random) => {
  const found = seldom(view, memory, random, view.parts.filter(inGrid));
  return found === undefined ? undefined : { do: "press", on: target(found), twice: true };
};
const drop: Link = (view, memory, random) => {
  const on = random.chance(0.5)
    ? undefined
    : seldom(
        view,
        memory,
        random,
        view.parts.filter(({ column }) => column >= 0),
      );
  return { do: "drop", parcel: random.pick(parcels) ?? "odd", on: on === undefined ? null : target(on) };
};
const answer: Link = (_view, _memory, random) => ({ do: "choose", parcel: random.pick(parcels) ?? "odd" });
const paste: Link = (_view, _memory, random) => ({ do: "paste", text: pasteFor(random) });
const navigate = part(({ within, role }) => within === "navigation" && role !== "button");

const resize: Link = (_view, _memory, random) => {
  const width = random.chance(0.3) ? 1440 : 1024 + random.below(897);
  return { do: "resize", width, height: random.pick([640, 768, 900, 1080]) ?? 900 };
};
const fit: Link = () => ({ do: "fit" });
const network: Link = (_view, { online }, random) => ({
  do: "network",
  is: online ? (random.pick(networks) ?? "away") : "back",
});
const connect: Link = (_view, { connection }) => ({
  do: "connect",
  to: connection === "production" ? "test" : "production",
});
const show: Link = (_view, { shown }, random) => {
  const settings: Shown = { ...shown };
  const which = random.below(4);
  if (which === 0)
    settings.language = random.pick((["en", "nb", "sv"] as const).filter((each) => each !== shown.language)) ?? "en";
  if (which === 1) settings.theme = shown.theme === "light" ? "dark" : "light";
  if (which === 2)
    settings.textSizePercent =
      random.pick([100, 110, 125, 150].filter((each) => each !== shown.textSizePercent)) ?? 100;
  if (which === 3) settings.density = shown.density === "standard" ? "compact" : "standard";
  return { do: "show", settings };
};
const colleague: Link = (_view, _memory, random) => ({
  do: "colleague",
  act: random.pick(acts) ?? "rename machine",
  which: random.below(40),
});
const again: Link = (_view, _memory, random) => ({ do: random.chance(0.5) ? "reload" : "reopen" });

/** What comes between. */
const between = [
  [resize, 4, "resize"],
  [fit, 2, "fit"],
  [show, 2, "show"],
  [colleague, 2, "colleague"],
  [network, 2, "network"],
  [connect, 1, "connect"],
  [again, 0.5, "again"],
] as const;
const interrupt: Link = (view, memory, random) => random.drawn(between)?.(view, memory, random);
const perhaps =
  (share: number, link: Link): Link =>
  (view, memory, random) =>
    random.chance(share) ? link(view, memory, random) : undefined;
/** Closes what lies beside or over the screen. */
const close: Link = ({ parts }) =>
  parts.some(({ within }) => within === "complementary" || overlays.includes(within))
    ? { do: "key", key: "Escape" }
    : undefined;
const mid = perhaps(0.3, interrupt);
const again3 = (link: Link) => [link, perhaps(0.5, link), perhaps(0.3, link)];

type Chain = { needs?: (part: Part) => boolean; links: readonly Link[] };

/** What people do, from the first to the last; on a screen that has a part for it. */
export const chains: Record<string, Chain> = {
  "filter, tick, act": {
    needs: isFilter,
    links: [filter, mark, ...again3(tick), mid, news, mid, fill, perhaps(0.6, news), close],
  },
  "tick and act": { needs: isCell, links: [mark, ...again3(tick), mid, news, mid, fill, news, close] },
  "drop, choose, send": {
    links: [mark, drop, ...again3(news), mid, fill, news, key("Control+Enter", "Enter"), perhaps(0.5, news)],
  },
  "edit, undo, save": {
    needs: isCell,
    links: [
      cell,
      key("Enter", "F2"),
      text,
      key("Enter", "Tab"),
      mid,
      key("Control+z", "Control+s"),
      mid,
      key("Control+s", "Control+z", "Control+y"),
    ],
  },
  "paste, undo, save": {
    needs: isCell,
    links: [cell, paste, mid, key("Control+z", "Control+s", "F8"), key("Control+s", "Control+z")],
  },
  "open, change, close": {
    needs: isCell,
    links: [cell, mark, key("Alt+Enter", "Enter"), fill, mid, perhaps(0.5, fill), news, close],
  },
  "menu of a row": { needs: inGrid, links: [mark, menu, menuItem, mid, fill, news, close] },
  "twice on a row": { needs: inGrid, links: [mark, twice, mid, ...again3(news), close] },
  "choose files": { links: [answer, part(beside), news] },
  find: { links: [key("Control+f", "/"), text, mid, perhaps(0.5, tick), key("Escape")] },
  "find anything": { links: [key("Control+k"), text, key("ArrowDown", "Enter"), key("Enter")] },
  "keys of the window": {
    links: [mark, key("F1", "Control+t", "Control+b", "F5", "?", "Control++", "Control+-"), mid, news, close],
  },
  "keys of the grid": {
    needs: isCell,
    links: [
      cell,
      ...again3(key("ArrowDown", "ArrowRight", "Shift+ArrowDown", "Home", "End", "Control+a", "F6")),
      mark,
      key("Delete", "Space", "Control+d", "b", "r", "d"),
      mid,
      news,
      close,
    ],
  },
  "filter at widths": { needs: isFilter, links: [filter, fit, filter, resize, filter] },
  "another screen": { links: [navigate] },
};

/** Keys at any time. */
const anyKey = key(
  "Escape",
  "Enter",
  "Tab",
  "Shift+Tab",
  "Delete",
  "Control+z",
  "Control+s",
  "Control+a",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "F6",
  "Space",
);

/** The next step, a few of them in haste. */
export function choose(view: View, memory: Memory, random: Random): Choice {
  const choice = next(view, memory, random);
  return choice.do !== "fit" && random.chance(0.12) ? { ...choice, soon: true } : choice;
}

function next(view: View, memory: Memory, random: Random): Choice {
  for (;;) {
    const link = memory.links.shift();
    if (link === undefined) break;
    const step = link(view, memory, random);
    if (step !== undefined) return step;
  }
  // A network that was away comes back before long.
  if (!memory.online && random.chance(0.2)) return { do: "network", is: "back" };
  const over = view.parts.filter(({ within }) => overlays.includes(within));
  if (over.length === 0 && random.chance(0.4)) {
    const able = Object.values(chains).filter(({ needs }) => needs === undefined || view.parts.some(needs));
    memory.links = [...(random.pick(able)?.links ?? [])];
    return next(view, memory, random);
  }
  const single = random.drawn<Link>([
    [part(() => true), 12, "press"],
    [anyKey, 2, "key"],
    [menu, 0.7, "menu"],
    [twice, 0.7, "twice"],
    [drop, 0.4, "drop"],
    [paste, 0.3, "paste"],
    [interrupt, 1, "between"],
  ]);
  if (over.length > 0 && random.chance(0.7)) {
    const step = use(seldom(view, memory, random, over), memory, random);
    if (step !== undefined) return step;
  }
  return single?.(view, memory, random) ?? anyKey(view, memory, random) ?? { do: "key", key: "Escape" };
}
