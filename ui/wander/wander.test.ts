/** Chance, choice, shortening and the list of what is known, without a browser. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chains, choose, linksOf, Memory } from "./choice";
import { knownBy, plain, readKnown } from "./known";
import { randomOf } from "./random";
import { shorten } from "./shrink";
import { type AxNode, kindOf, type Part, partsOf } from "./tree";

const named = (names: string[]) => names.map((name) => [name, 1, name] as const);

test("a step draws the same whatever stands beside it, unless that wins", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const few = randomOf(seed, 3).drawn(named(["a", "b", "c"]));
    const more = randomOf(seed, 3).drawn(named(["new", "a", "b", "c"]));
    expect([few, "new"]).toContain(more);
  }
});

test("weights decide how often a name is drawn, and none is never drawn", () => {
  const drawn = Array.from({ length: 2_000 }, (_, seed) =>
    randomOf(seed).drawn([
      ["often", 9, "often"],
      ["seldom", 1, "seldom"],
      ["never", 0, "never"],
    ]),
  );
  const often = drawn.filter((each) => each === "often").length;
  expect(often / drawn.length).toBeCloseTo(0.9, 1);
  expect(drawn).not.toContain("never");
});

describe("a failing walk is shortened to what the failure needs", () => {
  test.each([
    { needs: ["x"], of: ["a", "b", "x"], tries: 20 },
    { needs: ["x", "y"], of: [..."abcdefxghijklmnopyqrst", "y"], tries: 200 },
    { needs: ["a", "z"], of: [..."abcdefghijklmnopqrstuvwxyz"], tries: 200 },
    { needs: ["a", "z"], of: [..."abcdefghijklmnopqrstuvwxyz"], tries: 0 },
  ])("$needs in $tries tries", async ({ needs, of, tries }) => {
    const fails = async (some: readonly string[]) => needs.every((need) => some.includes(need));
    let left = tries;
    const found = await shorten(of, fails, () => left-- > 0);
    expect(found).toEqual(tries === 0 ? of : needs);
  });
});

const node = (nodeId: string, role: string, name: string, more: Partial<AxNode> = {}): AxNode => ({
  nodeId,
  ignored: false,
  backendDOMNodeId: Number(nodeId),
  role: { value: role },
  name: { value: name },
  ...more,
});

test("the tree says what can be pressed, where it stands, and the place among its likes", () => {
  const disabled = [{ name: "disabled", value: { value: true } }];
  const pressed = [{ name: "pressed", value: { value: "false" } }];
  const parts = partsOf([
    node("1", "main", "", { childIds: ["2", "3", "4"] }),
    node("2", "button", "Blocked 4", { parentId: "1", properties: pressed }),
    node("3", "button", "Save", { parentId: "1", properties: disabled }),
    node("4", "grid", "Machines", { parentId: "1", childIds: ["5"] }),
    node("5", "row", "", { parentId: "4", childIds: ["6", "7"] }),
    node("6", "gridcell", "1021", { parentId: "5" }),
    node("7", "gridcell", "1021", { parentId: "5" }),
    node("8", "heading", "Machines", { parentId: "1" }),
  ]);
  expect(parts.map(({ name, at, within, column, off }) => [name, at, within, column, off])).toEqual([
    ["Blocked 4", 0, "main", -1, true],
    ["1021", 0, "grid", 0, false],
    ["1021", 1, "grid", 1, false],
  ]);
  expect(parts.map(kindOf)).toEqual(["button main Blocked #", "gridcell grid column 0", "gridcell grid column 1"]);
});

const part = (name: string, within = "main"): Part => ({
  ...{ role: "button", name, at: 0, node: 1, within, column: -1, off: false, focused: false, opens: false },
});

test("what was pressed seldom comes first, navigation last", () => {
  const view = {
    screen: "/machines",
    width: 1440,
    parts: [part("Often"), part("Seldom"), part("Users", "navigation")],
  };
  const pressed = new Map<string, number>();
  for (let seed = 0; seed < 1_000; seed += 1) {
    const memory = new Memory();
    memory.used.set("/machines button main Often", 4);
    const step = choose(view, memory, randomOf(seed));
    if (step.do === "press") pressed.set(step.on.name, (pressed.get(step.on.name) ?? 0) + 1);
  }
  const count = (name: string) => pressed.get(name) ?? 0;
  expect(count("Seldom")).toBeGreaterThan(10 * count("Often"));
  expect(count("Often")).toBeGreaterThan(count("Users"));
});

test.each(chains.map(([, does]) => does))("on a page that has nothing a chain comes to its end: %s", (does) => {
  const memory = new Memory();
  memory.links = linksOf(does);
  for (let left = 40; memory.links.length > 0 && left > 0; left -= 1)
    choose({ screen: "/", width: 1440, parts: [] }, memory, randomOf(left));
  expect(memory.links).toEqual([]);
});

/** The number of findings that may be known; it only falls. */
const mostKnown = 0;

test("known.toml has the form that walks read, and no more entries than before", () => {
  expect(readKnown(readFileSync("wander/known.toml", "utf8")).length).toBeLessThanOrEqual(mostKnown);
});

test.each([
  ['[[finding]]\ninvariant = "focus"\nplace = "/machines"\nentry = "review D29"\n', 1],
  ["# nothing\n", 0],
  ['invariant = "focus"\n', "neither"],
  ['[[finding]]\ninvariant = "taste"\n', "no invariant"],
  ['[[finding]]\ninvariant = "focus"\nplace = "/"\nentry = "later"\n', "names no entry"],
  ['[[finding]]\ninvariant = "focus"\nentry = "issue 50"\n', "without a place"],
  ['[[finding]]\nseed = "7"\n', "neither"],
] as const)("a list of known findings: %j", (toml, expected) => {
  if (typeof expected === "number") expect(readKnown(toml)).toHaveLength(expected);
  else expect(() => readKnown(toml)).toThrow(expected);
});

test("a finding is known by its invariant and the begin of its place", () => {
  const list = readKnown('[[finding]]\ninvariant = "focus"\nplace = "/machines button"\nentry = "review D29"\n');
  const place = `/machines ${plain("button Undo 12\nand more")}`;
  expect(knownBy(list, { invariant: "focus", place, detail: "" })?.entry).toBe("review D29");
  expect(knownBy(list, { invariant: "focus", place: "/users button", detail: "" })).toBeUndefined();
  expect(knownBy(list, { invariant: "crash", place, detail: "" })).toBeUndefined();
});
