/** Findings that a later change owns: `known.toml`, which may only shrink. */

/** A finding of a walk. */
export type Finding = { invariant: Invariant; place: string; detail: string };

export const invariants = ["crash", "console", "uncaught", "command", "focus", "loop", "blank"] as const;
export type Invariant = (typeof invariants)[number];

export type Known = { invariant: Invariant; place: string; entry: string };

/** Reads the list; anything but entries of just these three fields is refused. */
export function readKnown(toml: string): Known[] {
  const entries: Known[] = [];
  for (const [at, line] of toml.split("\n").entries()) {
    const refused = (why: string) => new Error(`known.toml, line ${at + 1}: ${why}`);
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (line.trim() === "[[finding]]") {
      entries.push({ invariant: "crash", place: "", entry: "" });
      continue;
    }
    const [, name = "", value = ""] = /^(invariant|place|entry) = "([^"]+)"$/.exec(line) ?? [];
    const entry = entries.at(-1);
    if (name === "" || entry === undefined) throw refused("neither [[finding]] nor one of its fields");
    if (name === "invariant" && !invariants.some((each) => each === value)) throw refused(`no invariant ${value}`);
    Object.assign(entry, { [name]: value });
  }
  for (const { place, entry } of entries) {
    if (place === "") throw new Error("known.toml: a finding without a place");
    if (!/^(review D?\d+[a-z]?|issue \d+)$/.test(entry)) throw new Error(`known.toml: ${entry} names no entry`);
  }
  return entries;
}

/** The entry that a finding is known by; a place stands for all that begin with it. */
export function knownBy(list: readonly Known[], { invariant, place }: Finding): Known | undefined {
  return list.find((each) => each.invariant === invariant && place.startsWith(each.place));
}

/** Findings are the same if they break the same at the same place. */
export const isSame = (one: Finding, other: Finding) => one.invariant === other.invariant && one.place === other.place;

/** A text without what differs from walk to walk: numbers, addresses, names in quotes. */
export const plain = (text: string) =>
  (text.split("\n")[0] ?? "")
    .replaceAll(/https?:\/\/[^\s)]+/g, "…")
    .replaceAll(/\d+/g, "#")
    .slice(0, 120);
