import { describe, expect, it } from "vitest";
import en from "./en";
import { languageFor } from "./index";
import nb from "./nb";
import sv from "./sv";

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") found.set(at, value);
    else for (const [k, v] of flat(value, at)) found.set(k, v);
  }
  return found;
}

const english = flat(en);
const catalogues = import.meta.glob<{ default: Tree }>("./*/index.ts", { eager: true });
const others = Object.entries(catalogues).flatMap(([path, { default: words }]) =>
  words === en ? [] : [[path, flat(words)] as const],
);
const holes = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1]).sort();
const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map((m) => m[1]).sort();

describe.each(others)("%s", (_, words) => {
  it("has exactly the words that English has", () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("fills the same holes in each sentence", () => {
    for (const [key, text] of words) {
      expect(holes(text), key).toEqual(holes(english.get(key) ?? ""));
      expect(tags(text), key).toEqual(tags(english.get(key) ?? ""));
    }
  });

  it("leaves no sentence empty", () => {
    expect([...words].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

describe("the tone", () => {
  const all = [english, ...others.map(([, words]) => words)].flatMap((words) => [...words]);

  it.each([/!/, /\bplease\b/i, /\boops\b/i, /\bsuccessfully\b/i, /\binvalid\b/i, /\bvennligst\b/i, /vänligen/i])(
    "never says %s",
    (word) => {
      expect(all.filter(([, text]) => word.test(text))).toEqual([]);
    },
  );
});

describe("the vocabulary of states", () => {
  it.each([
    ["inStep", "In step", "Ajour", "Synkad"],
    ["verified", "Verified", "Kontrollert", "Kontrollerad"],
    ["listed", "On the page", "På siden", "På sidan"],
    ["sent", "Sent", "Sendt", "Skickad"],
    ["working", "Working", "Arbeider", "Arbetar"],
    ["waiting", "Waiting", "Venter", "Väntar"],
    ["needsDecision", "Needs you", "Trenger deg", "Behöver dig"],
    ["failed", "Failed", "Mislyktes", "Misslyckades"],
    ["offline", "Offline", "Frakoblet", "Frånkopplad"],
    ["paused", "Paused", "Pauset", "Pausad"],
    ["ignored", "Ignored", "Utelatt", "Utelämnad"],
    ["blocked", "Blocked", "Sperret", "Spärrad"],
  ] as const)("%s", (state, english, norwegian, swedish) => {
    expect([en.status[state], nb.status[state], sv.status[state]]).toEqual([english, norwegian, swedish]);
  });
});

it.each([
  ["system", "nb-NO", "nb"],
  ["system", "nn_NO.UTF-8", "nb"],
  ["system", "sv-SE", "sv"],
  ["system", "de-DE", "en"],
  ["sv", "nb-NO", "sv"],
] as const)("the language for %s on a computer in %s is %s", (chosen, region, spoken) => {
  expect(languageFor(chosen, region)).toBe(spoken);
});
