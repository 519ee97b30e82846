/** Every page of the guide in every language, for tests. */

import { type GuidePage, guidePages } from "../../shared/guide";
import { type Page, pageOf } from "./book";

const files = import.meta.glob<string>("../../../guide/*/*.md", { query: "?raw", import: "default", eager: true });

/** The pages by language. */
export const guides = new Map<string, Page[]>();

/** Files that are no page. */
export const strangers: string[] = [];

for (const [path, text] of Object.entries(files)) {
  const [language = "", file = ""] = path.split("/").slice(-2);
  const name = file.replace(/\.md$/, "") as GuidePage;
  if (!guidePages.includes(name)) strangers.push(path);
  guides.set(language, [...(guides.get(language) ?? []), pageOf(name, text)]);
}
