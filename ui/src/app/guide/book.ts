/** The guide in one language: its pages and their headings, loaded when they are first asked for. */

import i18next from "i18next";
import { type GuidePage, guidePages } from "../../shared/guide";

export interface Heading {
  /** The same in every language. */
  id: string;
  text: string;
}

export interface Page {
  name: GuidePage;
  title: string;
  /** Headings below the title, in order. */
  headings: Heading[];
  /** Markdown, with the ids of headings as `## Uploading files {#upload}`. */
  text: string;
}

export interface Book {
  language: string;
  pages: Page[];
}

const files = import.meta.glob<string>("../../../guide/*/*.md", { query: "?raw", import: "default" });
const books = new Map<string, Promise<Book>>();

/** Takes the id from the end of a heading. */
export function headingOf(line: string): Heading {
  const [, text = line, id = ""] = /^(.+?) *\{#([a-z-]+)\}$/.exec(line) ?? [];
  return { id, text };
}

/** Reads title and headings of a page. */
export function pageOf(name: GuidePage, text: string): Page {
  const lines = text.split("\n");
  const title = lines.find((line) => line.startsWith("# "))?.slice(2) ?? name;
  const headings = lines.filter((line) => line.startsWith("## ")).map((line) => headingOf(line.slice(3)));
  return { name, title, headings, text };
}

/** Loads the guide of a language once, and only that language. */
export function bookIn(language: string): Promise<Book> {
  const known = books.get(language);
  if (known !== undefined) return known;
  const book = load(language);
  books.set(language, book);
  // A guide that could not be loaded is tried again.
  book.catch(() => books.delete(language));
  return book;
}

/** A page names the limits as the texts of the window do: `{{historyDays}}`. */
function filled(text: string, language: string): string {
  const limits = i18next.options.interpolation?.defaultVariables ?? {};
  return i18next.services.interpolator.interpolate(text, limits, language, {});
}

async function load(language: string): Promise<Book> {
  const pages = guidePages.map(async (name) => {
    const read = files[`../../../guide/${language}/${name}.md`];
    if (read === undefined) throw new Error(`The guide has no page ${name} in ${language}.`);
    return pageOf(name, filled(await read(), language));
  });
  return { language, pages: await Promise.all(pages) };
}
