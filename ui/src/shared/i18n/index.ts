/** Starts the words of the chosen language. Only that language is loaded. */

import i18next, { type FormatterModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language, Limits } from "../../ipc";
import { machineFields, userFields } from "../fields";
import { createFormats } from "../formats";
import { type Catalogue, catalogueOf } from "./catalogue";

export { languages } from "./catalogue";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Words;
    returnNull: false;
  }
}

/** The titles of fields are words of the rules: they are put among those of the catalogue. */
type Words = Omit<Catalogue, "machines" | "users"> & {
  machines: Omit<Catalogue["machines"], "column"> & { column: Record<string, string> };
  users: Omit<Catalogue["users"], "column"> & { column: Record<string, string> };
};

/** The name of a language in itself. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

async function wordsOf(language: Language): Promise<Words> {
  const words = await catalogueOf(language);
  return {
    ...words,
    machines: { ...words.machines, column: { ...machineFields.titles(), ...words.machines.column } },
    users: { ...words.users, column: { ...userFields.titles(), ...words.users.column } },
  };
}

/** Counts of texts as the region writes them: a text takes its number plain, since its plural is chosen by it. */
function countsOf(region: string): FormatterModule {
  const { number } = createFormats(region, { today: "", yesterday: "" });
  return {
    type: "formatter",
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: (value, _, __, options) =>
      options?.interpolationkey === "count" && typeof value === "number" ? number(value) : value,
  };
}

/** Loads the words and makes i18next speak them; texts can name the limits. Call once before the first picture. */
export async function startWords(language: Language, limits: Limits, region: string): Promise<i18n> {
  const words = await wordsOf(language);
  await i18next
    .use(initReactI18next)
    .use(countsOf(region))
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: words },
      defaultNS: "common",
      // React escapes what it shows.
      interpolation: { escapeValue: false, alwaysFormat: true, defaultVariables: { ...limits } },
      returnNull: false,
    });
  document.documentElement.lang = language;
  return i18next;
}

/** Changes the language while the window is open. */
export async function speak(language: Language): Promise<void> {
  if (i18next.language === language) return;
  for (const [namespace, catalogue] of Object.entries(await wordsOf(language))) {
    i18next.addResourceBundle(language, namespace, catalogue);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
