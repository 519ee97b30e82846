/**
 * Whether each text of the catalogue was on a screen that was looked at, or why it need not be.
 *
 * All journeys are looked at in passing then (`FIELDDESK_LOOKS=1`, of `make test-long`). The list of texts that no
 * journey shows is what to read.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import type { Language } from "../../src/ipc";
import { messagesOf, partsOf, readerOf } from "./catalogue";
import type { Looked } from "./cut";
import { type Site, sitesOf } from "./sites";
import { languages } from "./words";

type Look = Omit<Looked, "findings"> & { language: Language };

/** Why a key needs no look, or that it had one. */
type Rule = "seen" | "name" | "plural" | "no words" | "room";

export default class Coverage implements Reporter {
  /** Whether all looks are of this run. */
  private isWhole = false;
  private readonly looks: Look[] = [];

  onBegin(config: FullConfig, suite: Suite): void {
    const run = new Set(suite.allTests().map(({ location }) => location.file));
    const specs = readdirSync(config.rootDir, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".spec.ts"),
    );
    const ignored = [config.projects[0]?.testIgnore ?? []].flat().map((pattern) => new RegExp(pattern));
    const isWanted = (name: string) => !ignored.some((pattern) => pattern.test(name));
    this.isWhole =
      String(config.grep) === "/.*/" && specs.filter(isWanted).every((name) => run.has(join(config.rootDir, name)));
  }

  onTestEnd(_: TestCase, { attachments }: TestResult): void {
    for (const { name, body } of attachments)
      if (/^_(look|passing)$/.test(name) && body !== undefined) this.looks.push(JSON.parse(body.toString()));
  }

  onEnd({ status }: FullResult): void {
    // What a failed journey did not show is no news.
    if (!this.isWhole || status !== "passed") return;
    const rules = accounted(this.looks);
    const keys = [...messagesOf("en").keys()];
    const missing = keys.filter((key) => !rules.has(key));
    const count = (rule: Rule) => [...rules.values()].filter((each) => each === rule).length;
    const told = [
      "",
      `  ${keys.length} texts: ${count("seen")} seen in three languages, ${count("room")} in places with room for them,`,
      `  ${count("plural")} of another number than seen, ${count("name")} only read aloud or under the pointer,`,
      `  ${count("no words")} without words, ${missing.length} on no screen that was looked at:`,
      ...missing.map((key) => `    ${key}`),
    ];
    process.stdout.write(`${told.join("\n")}\n`);
  }
}

/** The rule by which each key is accounted for, of those that are. */
export function accounted(looks: readonly Look[]): Map<string, Rule> {
  const words = new Map(languages.map((language) => [language, messagesOf(language)]));
  const keys = [...(words.get("en")?.keys() ?? [])];
  /** Languages in which each key was seen, as a text and as a name. */
  const seen = new Map<string, Set<Language>>();
  const heard = new Map<string, Set<Language>>();
  const placesOf = new Map<string, Set<string>>();
  const rooms = new Map<string, number>();
  const note = <T>(all: Map<string, Set<T>>, key: string, value: T) =>
    all.set(key, (all.get(key) ?? new Set()).add(value));
  for (const language of languages) {
    const read = readerOf(language);
    // Sentences and what is listed may be put together from several texts.
    const partsIn = (text: string) =>
      // What follows another part may begin with the sign between them.
      [text, ...text.split(/(?:^| )· /), ...text.split(/ · |(?<=\.) |, |: | – | \(|\)/)].flatMap((part) => [
        part.trim(),
        part.trim().replace(/\.$/, ""),
      ]);
    // What stands in the holes of a text may be a text, too.
    const readAll = (text: string) =>
      [...new Set(partsIn(text))].flatMap((part) => [...read(part), ...read.held(part).flatMap(read)]);
    for (const look of looks.filter((each) => each.language === language)) {
      for (const [text, place] of look.texts) {
        for (const key of readAll(text)) note(seen, key, language);
        // A text of two keys tells nothing of where either has its place.
        for (const part of partsIn(text)) {
          const [key, ...others] = read(part);
          // Names of files and folders may be taken for a text of few words.
          const own = partsOf(words.get(language)?.get(key ?? "") ?? "")
            .filter((_, at) => at % 2 === 0)
            .join("");
          const isSure = own === part ? part === text || part.length >= 12 : own.length >= 8;
          if (key !== undefined && others.length === 0 && place !== "" && isSure) note(placesOf, key, place);
        }
      }
      for (const key of look.names.flatMap(readAll)) note(heard, key, language);
      for (const [place, letters] of look.rooms) rooms.set(place, Math.min(letters, rooms.get(place) ?? letters));
    }
  }
  const inAll = (all: Map<string, Set<Language>>, key: string) => all.get(key)?.size === languages.length;

  const sites = sitesOf(new Set(keys));
  /** Places of the texts that the source puts to the same site. */
  const placesAt = new Map<string, Set<string>>();
  for (const [key, at] of sites)
    for (const place of placesOf.get(key) ?? [])
      for (const { near, far } of at) {
        note(placesAt, near, place);
        if (far !== null) note(placesAt, far, place);
      }
  const roomAt = ({ near, far }: Site): number => {
    const places = placesAt.get(near) ?? placesAt.get(far ?? "") ?? [];
    const all = [...places].map((place) => rooms.get(place) ?? 0);
    return all.length === 0 ? 0 : Math.min(...all);
  };
  const needOf = (key: string) =>
    Math.max(...languages.map((language) => lengthOf(words.get(language)?.get(key) ?? "")));

  const ruleOf = (key: string): Rule | null => {
    if (inAll(seen, key)) return "seen";
    const texts = languages.map((language) => words.get(language)?.get(key) ?? "");
    if (
      texts.every(
        (text) =>
          !/\p{L}/u.test(
            partsOf(text)
              .filter((_, at) => at % 2 === 0)
              .join(""),
          ),
      )
    )
      return "no words";
    const at = sites.get(key) ?? [];
    if (at.length > 0 && at.every(({ isName }) => isName)) return "name";
    if (inAll(heard, key) && !seen.has(key)) return "name";
    const sibling = key.endsWith("_one") ? key.replace(/_one$/, "_other") : key.replace(/_other$/, "_one");
    if (sibling !== key && inAll(seen, sibling)) return "plural";
    const shown = at.filter(({ isName }) => !isName);
    const need = needOf(key);
    return shown.length > 0 && shown.every((site) => roomAt(site) >= need) ? "room" : null;
  };
  return new Map(
    keys.flatMap((key) => {
      const rule = ruleOf(key);
      return rule === null ? [] : [[key, rule] as const];
    }),
  );
}

/** How many letters a text takes at most, with what usually stands in its holes. */
function lengthOf(text: string): number {
  const lengths = partsOf(text).map((part, at) => (at % 2 === 0 ? part.length : part === "count" ? 5 : 20));
  return lengths.reduce((sum, length) => sum + length, 0);
}
