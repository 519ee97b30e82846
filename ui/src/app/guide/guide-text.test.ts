import { describe, expect, it } from "vitest";
import { guideOfScreen, guidePages } from "../../shared/guide";
import { type Catalogue, catalogueOf, languages } from "../../shared/i18n/catalogue";
import { guides, strangers } from "./pages-for-tests";

type Tree = { [key: string]: string | string[] | Tree };

const texts = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) =>
    typeof value === "string" ? [value] : Array.isArray(value) ? value : texts(value),
  );
const catalogues = new Map<string, Catalogue>(
  await Promise.all(languages.map(async (language) => [language, await catalogueOf(language)] as const)),
);
const tray = import.meta.glob<{ default: Tree }>("../../../../src-tauri/app/i18n/*.json", { eager: true });

/** Texts of the window and the tray in a language, as patterns: a number stands for a count, any words for a hole. */
function labelsOf(language: string): (label: string) => boolean {
  const all = [
    ...texts(catalogues.get(language) ?? {}),
    ...texts(tray[`../../../../src-tauri/app/i18n/${language}.json`]?.default ?? {}),
  ];
  const plain = new Set(all);
  const patterns = all.flatMap((text) => {
    const parts = text.split(/(\{\{?\w+\}?\})/);
    // A text that is little more than its holes would be found in anything.
    const words = parts.filter((part) => !part.startsWith("{")).join("");
    if (parts.length === 1 || words.replaceAll(/\P{L}/gu, "").length < 8) return [];
    const found = parts.map((part) =>
      part.startsWith("{")
        ? /count|number/.test(part)
          ? "\\d+"
          : ".+"
        : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
    return [new RegExp(`^${found.join("")}$`)];
  });
  return (label) => plain.has(label) || patterns.some((pattern) => pattern.test(label));
}

const ids = (language: string) =>
  (guides.get(language) ?? []).flatMap(({ name, headings }) => [name, ...headings.map(({ id }) => `${name}#${id}`)]);
const english = ids("en").sort();

it("is there in every language of the window", () => {
  expect([...guides.keys()].sort()).toEqual([...languages].sort());
  expect(strangers).toEqual([]);
});

it("takes how long the history keeps a version from the limits", () => {
  // Users have days of their own: when their employment and their cards end.
  const pages = [...guides.values()].flat().filter(({ name }) => ["documents", "folders", "history"].includes(name));
  expect(pages.filter(({ text }) => /\d+ (?:days|dager|dagar)/.test(text)).map(({ name }) => name)).toEqual([]);
  const holes = [...guides.values()].flat().flatMap(({ text }) => text.match(/\{\{.*?\}\}/g) ?? []);
  expect(holes.length).toBeGreaterThanOrEqual(15);
  expect(new Set(holes)).toEqual(new Set(["{{historyDays}}"]));
});

it("knows no label that the window does not have", () => {
  const known = labelsOf("en");
  expect(["Upload files…", "Employee 1187 is not in the list"].filter(known)).toHaveLength(2);
  expect(["Send files…", "Anything at all", "Employee X is not in the list"].filter(known)).toEqual([]);
});

describe.each([...guides])("in %s", (language, pages) => {
  it("has each page with a title of its own", () => {
    expect(pages.map(({ name }) => name).sort()).toEqual([...guidePages].sort());
    expect(new Set(pages.map(({ title }) => title)).size).toBe(guidePages.length);
    for (const { name, title } of pages) expect(title, name).not.toBe(name);
  });

  it("has the headings that English has, in the same order, each with an id", () => {
    expect(ids(language).sort()).toEqual(english);
    for (const { name, headings } of pages) {
      const there = guides.get("en")?.find((page) => page.name === name)?.headings;
      expect(headings.map(({ id }) => id)).toEqual(there?.map(({ id }) => id));
      expect(headings.filter(({ text }) => /[*`[\]{}]/.test(text))).toEqual([]);
    }
  });

  it("leads to headings that exist", () => {
    const links = pages.flatMap(({ text }) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, href = ""]) => href));
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((href) => !english.includes(href.replace(".md", "")))).toEqual([]);
  });

  it("marks as labels only what the window says, letter by letter", () => {
    const known = labelsOf(language);
    const marked = pages.flatMap(({ name, text }) =>
      [...text.replaceAll(/`[^`]*`|\*\*/g, "").matchAll(/\*([^*\n]+)\*/g)].map(([, label = ""]) => ({ name, label })),
    );
    expect(marked.length).toBeGreaterThan(150);
    expect(marked.filter(({ label }) => !known(label)).map(({ name, label }) => `${name}: ${label}`)).toEqual([]);
  });
});

it("is where every link of the window leads", () => {
  const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.*", "!../../ipc/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const place = new RegExp(`"((?:${guidePages.join("|")})#[^"]*)"`, "g");
  const named = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(place)].map(([, to = ""]) => ({ file, to })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ to }) => !english.includes(to))).toEqual([]);
});

it.each([
  ["/folders/va/needs", "folders"],
  ["/folders/new", "folders#add"],
  ["/machines/fuel", "machines#fuel"],
  ["/machines/import", "machines#import"],
  ["/users", "users"],
  ["/users/import", "users#import"],
  ["/history", "history"],
  ["/connect", "connect"],
  ["/overview", "overview"],
  ["/", "documents"],
])("of the screen at %s is %s", (path, place) => {
  expect(guideOfScreen(path)).toBe(place);
  expect(english).toContain(place);
});
