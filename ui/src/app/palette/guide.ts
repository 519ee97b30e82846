/** The chapters of the guide as commands, found by their headings and by the title of their page. */

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Command } from "../../shared/commands";
import { matches, searchable, words } from "../../shared/fold";
import { openGuide } from "../../shared/guide";
import { bookIn } from "../guide/book";

/** The most chapters that are shown: a word with more of them is too general. */
const SHOWN = 5;

/** The chapters whose heading has a word of the text, with every other in the title of its page; none for an empty text. */
export function useGuideCommands(text: string): Command[] {
  const { language } = useTranslation().i18n;
  const book = useQuery({
    queryKey: ["guide", language],
    queryFn: () => bookIn(language),
    enabled: text !== "",
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const wanted = words(text);
  if (book === undefined || wanted.length === 0) return [];
  const chapters = book.pages.flatMap(({ name, title, headings }) =>
    headings
      .filter((heading) => matches(searchable(`${heading.text} ${title}`), wanted) && has(heading.text, wanted))
      .map((heading) => ({
        id: `guide ${name}#${heading.id}`,
        label: `${title}: ${heading.text}`,
        icon: "help" as const,
        run: () => openGuide(`${name}#${heading.id}`),
      })),
  );
  return chapters.slice(0, SHOWN);
}

/** Returns true if a word of the text is in the heading: a page's title alone would bring in all of its chapters. */
function has(heading: string, wanted: readonly string[]): boolean {
  return wanted.some((word) => matches(searchable(heading), [word]));
}
