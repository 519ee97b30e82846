/** Where the source puts each text of the catalogue: in which element of which part, or in what it hands on. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** A place of a text: `near` in its own file, `far` in any file that uses the same part in the same way. */
export interface Site {
  near: string;
  /** Not every text has one: what a function answers may go anywhere. */
  far: string | null;
  /** Only a screen reader or a pointer finds it. */
  isName: boolean;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const folder = "src";
/** Attributes that nobody sees: `newLabel` names a field for readers. Of a part of ours `title` is its head. */
const unseen = /^(aria-|alt$|newLabel$)/;
/** What compares or describes values. */
const isNoText = /^(BinaryExpression|TSLiteralType|TSTypeReference|TSUnionType|ImportDeclaration)$/;
/** Elements that only a screen reader finds. */
const heard = /^\w+ "fd-heard"$/;
/** Properties that are only read aloud: the names of parts of a grid, and what a decision says once it is carried out. */
const readAloud = /^(AgGridReact\b.*localeText aria\w+|decide\(\) said)$/;
/** Calls that hand a text to readers: `setAttribute` is used for names of parts alone. */
const says = /^(announce|setAttribute)$/;
/** The file that names the window: the system draws its title. */
const windowTitle = "app/window-title.ts";
/** Calls that ask for a key without showing it. */
const asks = /^(known|exists|useTranslation)$/;
/** Calls that hand a text through. */
const through =
  /^(t|common|records|shell|join|map|filter|flatMap|concat|find|useMemo|useCallback|String|trim|replace|replaceAll)$/;

/** The places of each key. */
export function sitesOf(keys: ReadonlySet<string>): Map<string, Site[]> {
  const sites = new Map<string, Site[]>();
  /** Of keys that no file with their words names. */
  const told = new Map<string, Site[]>();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = new Map(
    files
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|for-tests|i18n|testing|recorded/.test(name))
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
  const around = new Map<string, Set<string>>();
  for (const [file, source] of sources)
    around.set(partOf(file), new Set([...(around.get(partOf(file)) ?? []), ...scopesOf(source)]));
  for (const [file, source] of sources) {
    const own = scopesOf(source);
    const { program } = parseSync(file, source, { lang: "tsx" });
    walk(program as unknown as Node, [], (node, above) => {
      const pattern = patternOf(node);
      if (pattern === null || above.some(({ type }) => isNoText.test(type))) return;
      const found = named(keys, own, pattern);
      // A model names keys that a part beside it says.
      const [into, all] =
        found.length > 0 ? [sites, found] : [told, named(keys, [...(around.get(partOf(file)) ?? [])], pattern)];
      for (const [key, group] of all) {
        const site = siteOf(file, above, group, source);
        if (site !== null) into.set(key, [...(into.get(key) ?? []), site]);
      }
    });
  }
  for (const [key, at] of told) if (!sites.has(key)) sites.set(key, at);
  return sites;
}

/** The feature that a file is of. */
const partOf = (file: string) => file.split("/").slice(0, 2).join("/");

/** What `useTranslation` puts before the keys of a file: `sync:wizard.`. */
function scopesOf(source: string): string[] {
  const scopes = [...source.matchAll(/useTranslation\(\s*(\[[^\]]*\]|"\w+")?(?:,\s*\{\s*keyPrefix:\s*"([\w.]+)")?/g)];
  const all = scopes.flatMap(([, names = '"common"', prefix]) =>
    [...names.matchAll(/\w+/g)].map(([name]) => `${name}:${prefix === undefined ? "" : `${prefix}.`}`),
  );
  return [...new Set([...all, ""])];
}

/** What a literal may name, as a pattern. */
function patternOf(node: Node): string | null {
  if (node.type === "Literal" && typeof node.value === "string" && /^[\w:.]+$/.test(node.value))
    return escaped(node.value);
  if (node.type !== "TemplateLiteral") return null;
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  // Without a word in it, it might be any key.
  return parts.length > 1 && /^[\w:.]*\w{3}[\w:.]*$/.test(parts.join("")) && parts.join("").includes(".")
    ? parts.map(escaped).join("[\\w.]+")
    : null;
}

const escaped = (text: string) => text.replaceAll(".", "\\.");

/** The keys that a literal names in these scopes, each with what it shares with its siblings. */
function named(keys: ReadonlySet<string>, scopes: readonly string[], pattern: string): [key: string, group: string][] {
  return scopes.flatMap((scope) => {
    // A key that stands alone names its namespace.
    if (scope === "" && !pattern.includes(":")) return [];
    const [plain = "", ...holes] = (scope + pattern.replaceAll("\\.", ".")).split("[\\w.]+");
    const forms = [plain, `${plain}_one`, `${plain}_other`];
    if (holes.length === 0)
      return forms.filter((key) => keys.has(key)).map((key): [string, string] => [key, key.replace(/[^.:]+$/, "")]);
    const whole = new RegExp(`^${escaped(scope)}${pattern}(_one|_other)?$`);
    return [...keys].filter((key) => whole.test(key)).map((key): [string, string] => [key, plain]);
  });
}

function siteOf(file: string, above: readonly Node[], group: string, source: string): Site | null {
  const textOf = (node: unknown) => {
    const { start, end } = node as Node;
    return source.slice(start, end);
  };
  let property = "";
  for (const node of above.toReversed()) {
    if (node.type === "Property" && property === "") property = textOf(node.key);
    if (node.type === "CallExpression") {
      const name = textOf(node.callee).split(/\??\./).at(-1) ?? "";
      if (asks.test(name)) return null;
      if (through.test(name)) continue;
      const far = `${name}() ${property}`;
      return {
        near: `${file} ${far}`,
        far,
        isName: says.test(name) || readAloud.test(far) || file === windowTitle,
      };
    }
    if (node.type === "JSXAttribute" || node.type === "JSXElement") {
      const at = above.indexOf(node);
      const around = above
        .slice(0, node.type === "JSXElement" ? at + 1 : at)
        .filter(({ openingElement }) => openingElement !== undefined);
      const names = around.toReversed().map(({ openingElement }) => elementOf(openingElement as Node, textOf));
      const [name = ""] = names;
      // A picture has a name that may be a key of something else.
      if (name.startsWith("Icon")) return null;
      const prop = node.type === "JSXAttribute" ? textOf(node.name) : "";
      // A plain element is told by what it stands in.
      const told = names.slice(0, names.findIndex((each) => !/^[a-z]\w*$/.test(each)) + 1);
      const far = `${told.map((each) => `<${each}>`).join(" in ")} ${prop} ${property}`.trim();
      const isTitle = prop === "title" && /^[a-z]/.test(name);
      const isHeard = heard.test(names[0] ?? "") || readAloud.test(far.replace(/^</, "").replace(">", ""));
      return { near: `${file} ${far}`, far, isName: unseen.test(prop) || isTitle || isHeard };
    }
    if (node.type === "VariableDeclarator" || node.type === "FunctionDeclaration")
      return { near: `${file} ${textOf(node.id)} ${group}`, far: null, isName: false };
  }
  return { near: `${file} ${group}`, far: null, isName: false };
}

/** An element with what gives it its look. */
function elementOf(opening: Node, textOf: (node: unknown) => string): string {
  const look = (opening.attributes as Node[]).flatMap(({ name, value }) =>
    name !== undefined && /^(className|variant|size)$/.test(textOf(name)) ? [textOf(value)] : [],
  );
  return [textOf(opening.name), ...look].join(" ");
}

function walk(node: Node, above: Node[], visit: (node: Node, above: readonly Node[]) => void): void {
  visit(node, above);
  above.push(node);
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part])
      if (typeof child === "object" && child !== null && "type" in child) walk(child as Node, above, visit);
  }
  above.pop();
}
