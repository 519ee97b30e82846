/** The choice of the next step: seldom pressed parts of the screen first, navigation last, and chains that people do. */

import type { Environment } from "../e2e/desktop/service";
import { type Link, links } from "./links";
import type { Random } from "./random";
import type { Shown, Step } from "./step";
import { isCell, isFilter, isInGrid, isOver, kindOf, type Part } from "./tree";
import type { View } from "./world";

/** A step, or a look for widths at which a toolbar of the screen just fits. */
export type Choice = Step | { do: "fit" };

/** The input of a choice. */
export type At = { view: View; memory: Memory; random: Random };

/** The past of a walk. */
export class Memory {
  /** The uses of each kind of part, by screen. */
  readonly used = new Map<string, number>();
  /** The rest of a chain. */
  links: Link[] = [];
  online = true;
  connection: Environment = "production";
  shown: Shown = { language: "en", theme: "light", textSizePercent: 100, density: "standard" };
  /** Kinds of parts at the mark of a chain: those that come later are news. */
  marked = new Set<string>();
  /** The screen and its kinds of parts before the last step, and how many steps it has been there. */
  private screen = "";
  private before = new Set<string>();
  private stay = 0;

  /** Takes note of a step that was done on this view. */
  note({ screen, parts }: View, step: Step): void {
    this.stay = screen === this.screen ? this.stay + 1 : 0;
    this.screen = screen;
    this.before = new Set(parts.map(kindOf));
    if (step.do === "network") this.online = step.is === "back";
    if (step.do === "connect") this.connection = step.to;
    if (step.do === "show") this.shown = step.settings;
    if (step.do !== "press" && step.do !== "menu" && step.do !== "type") return;
    const { role, name, at } = step.on;
    const part = parts.find((each) => each.role === role && each.name === name && each.at === at);
    if (part !== undefined) this.used.set(`${screen} ${kindOf(part)}`, this.times(screen, kindOf(part)) + 1);
  }

  /** Returns the weight of a kind of part. */
  weight({ screen }: View, kind: string, { role, within }: Part): number {
    const isNew = screen === this.screen && !this.before.has(kind);
    const last = within === "navigation" ? 0.01 * (1 + this.stay / 5) : 1;
    return ((weights[role] ?? 1) * (isNew ? 6 : 1) * last) / (1 + this.times(screen, kind)) ** 2;
  }

  private times(screen: string, kind: string): number {
    return this.used.get(`${screen} ${kind}`) ?? 0;
  }
}

const weights: Record<string, number> = { gridcell: 0.3, columnheader: 0.3, option: 0.6, link: 0.7 };

/**
 * What people do, from the first to the last, where a screen has a part for it.
 *
 * Names are links; `?` stands for "perhaps", `mid` for a window, a network, a language or a connection that changes in
 * between, and `key:` for one of some keys.
 */
export const chains: readonly (readonly [needs: (part: Part) => boolean, does: string, weight?: number])[] = [
  [isFilter, "filter mark tick tick? tick? mid news mid fill news? close", 4],
  [isCell, "mark tick tick? tick? mid news mid fill news close", 2],
  [() => true, "mark drop news news? mid fill news key:Control+Enter|Enter news?"],
  [isCell, "cell key:Enter|F2 text key:Enter|Tab mid key:Control+z|Control+s mid key:Control+s|Control+z|Control+y"],
  [isCell, "cell paste mid key:Control+z|Control+s|F8 key:Control+s|Control+z"],
  [isCell, "cell mark key:Alt+Enter|Enter fill mid fill? news close"],
  [isInGrid, "mark menu item mid fill news close"],
  [isInGrid, "mark twice mid news news? news? close"],
  [() => true, "answer beside news"],
  [() => true, "key:Control+f|/ text mid tick? key:Escape"],
  [() => true, "key:Control+k text key:ArrowDown|Enter key:Enter"],
  [() => true, "mark key:F1|Control+t|Control+b|F5|?|Control++|Control+- mid news close"],
  [
    isCell,
    "cell key:ArrowDown|ArrowRight|Shift+ArrowDown|Home|End|Control+a|F6 mark key:Delete|Space|b|r|d mid news close",
  ],
  [isFilter, "filter fit filter resize filter", 2],
  [() => true, "navigate"],
];

/** The links of a chain. */
export function linksOf(chain: string): Link[] {
  return chain.split(" ").map((word): Link => {
    const [, name = "", keys = "", share = ""] = /^(\w+)(?::(\S+))?(\?)?$/.exec(word) ?? [];
    const link = links[name];
    if (link === undefined) throw new Error(`No link ${word}`);
    return (at) => (share === "" || at.random.chance(0.5) ? link(at, keys) : undefined);
  });
}

const anyKey =
  "Escape|Enter|Tab|Shift+Tab|Delete|Control+z|Control+s|Control+a|ArrowUp|ArrowDown|ArrowLeft|ArrowRight|Home|End|F6|Space";

const singles = [
  ["any", 12],
  [`key:${anyKey}`, 2],
  ["menu", 0.7],
  ["twice", 0.7],
  ["drop", 0.4],
  ["paste", 0.3],
  ["between", 1],
] as const;

/** The next step, a few of them in haste. */
export function choose(view: View, memory: Memory, random: Random): Choice {
  const choice = next({ view, memory, random });
  return choice.do !== "fit" && random.chance(0.12) ? { ...choice, soon: true } : choice;
}

function next(at: At): Choice {
  const { view, memory, random } = at;
  for (let link = memory.links.shift(); link !== undefined; link = memory.links.shift()) {
    const step = link(at);
    if (step !== undefined) return step;
  }
  // A network that is away comes back before long.
  if (!memory.online && random.chance(0.2)) return { do: "network", is: "back" };
  const isBelow = view.parts.some(isOver);
  if (!isBelow && random.chance(0.4)) {
    const able = chains.filter(([needs]) => view.parts.some(needs));
    memory.links = linksOf(random.drawn(able.map(([, does, weight = 1]) => [does, weight, does])) ?? "navigate");
  } else if (isBelow && random.chance(0.7)) memory.links = linksOf("over");
  else memory.links = linksOf(random.drawn(singles.map(([name, weight]) => [name, weight, name])) ?? "any");
  const begun = memory.links.shift()?.(at);
  return begun ?? { do: "key", key: random.pick(anyKey.split("|")) ?? "Escape" };
}
