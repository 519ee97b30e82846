import { describe, expect, it } from "vitest";
import { catalogueOf, languages } from "./catalogue";

type Tree = { [key: string]: string | string[] | Tree };

function flat(tree: Tree, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") found.set(at, value);
    else if (Array.isArray(value)) found.set(at, value.join(" / "));
    else for (const [k, v] of flat(value, at)) found.set(k, v);
  }
  return found;
}

const en = await catalogueOf("en");
const nb = await catalogueOf("nb");
const sv = await catalogueOf("sv");
const english = flat(en);
const others = await Promise.all(
  languages
    .filter((language) => language !== "en")
    .map(async (language) => [language, flat(await catalogueOf(language))] as const),
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

  it("needs hardly more room than English where a text is short: in buttons, chips and heads", () => {
    const room = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, "").length;
    const long = [...words].filter(([key, text]) => {
      const there = room(english.get(key) ?? "");
      return there <= 30 && room(text) - there >= 20;
    });
    expect(long).toEqual([]);
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
    ["inStep", "Synced", "Synkronisert", "Synkad"],
    ["verified", "Verified", "Verifisert", "Verifierad"],
    ["listed", "In project", "I prosjektet", "I projektet"],
    ["sent", "Uploaded", "Lastet opp", "Uppladdad"],
    ["working", "Syncing", "Synkroniserer", "Synkar"],
    ["waiting", "Waiting", "Venter", "Väntar"],
    ["needsDecision", "Action needed", "Krever handling", "Kräver åtgärd"],
    ["failed", "Failed", "Mislyktes", "Misslyckades"],
    ["offline", "Offline", "Frakoblet", "Offline"],
    ["paused", "Paused", "Satt på pause", "Pausad"],
    ["ignored", "Ignored", "Ignorert", "Ignorerad"],
    ["blocked", "Blocked", "Sperret", "Spärrad"],
  ] as const)("%s", (state, english, norwegian, swedish) => {
    expect([en.status[state], nb.status[state], sv.status[state]]).toEqual([english, norwegian, swedish]);
  });
});

/** Words that the glossary bans, as they would stand in a text. What stands in a hole of it is no word of ours. */
const banned = {
  en: [
    /(?<!web |login )\bpages?\b/,
    /\bsen[dt](?! diagnostics)\b|\bsending\b|\bfetch|\bgo(es)? up\b|\bnot up\b/,
    /\bcovers?\b|\btwins?\b|\bcases?\b|\btasks?\b|\btheirs\b|\bmappings?\b/,
    /\bput (it )?back\b|\btakes? (.+ )?back\b|\btaken back\b|\bbrought? .*back\b/,
    /\bneeds? (you|me)\b|\bdecid|\bdecision/,
    /\bin step\b|\blook(s|ed|ing)?\b|\bthey met\b|\bworking\b/,
    /\bgo(es|ing)? on\b|\bby itself\b|\bby themselves\b/,
    /\bgone\b|\baway\b|\bleft out\b|\bleft alone\b|\bto go\b|\bstays? out\b/,
    /\bchanges? not saved\b|\bacts?\b|\bbad rows?\b/,
    /\breleas|\brates?\b|\bprovenance\b|\bgaps?\b|\bodd\b|\balike\b/,
    /\bplates?\b|\bbuild year\b|\bmade-up\b|\bscopes?\b/,
    /(?<!the )\boperators?\b|\bthe service\b(?! provider)|\boffice\b/,
    /\bread again\b|\breading again\b|\bon (its|their) way\b/,
    /\bsomebody\b|\bnobody\b|\ba person\b|\bwe\b|\bus\b|\bI\b|\bAll right\b|\bwhoever\b|\bby hand\b/,
  ],
  nb: [
    /\bpå siden\b|\bfra siden\b|prosjektside|standardside|\bbegge sider\b|\bfila\b|\bklokka\b/,
    /\blag(et|ene|enes|ets)?\b|\bsend(e|er|es|t|te|ing)?\b(?! diagnostikk)|\bhent/,
    /\bderes\b|\btrenger (deg|meg)\b|\bbestem|\bavgjø|\bavgjort|\bajour\b/,
    /\barbeider\b|\bde møttes\b|\btil du fortsetter\b|\bgår videre\b|\bgå(r)? bort\b|\bborte\b|\butela/,
    /tilbakefør|\bta tilbake\b|\bleg(g|ges) tilbake\b|\blagt tilbake\b|\båpne[st]? igjen\b|\båpningen\b|\bavlys/,
    /\bbeskjed|\bhull\b|\brar[te]?\b|\blike maskiner\b|\bskilt|\bbyggeår|\bomløpstid|\btippplass/,
    /\bfirma|driftsleverandør|\btjenesten?\b|\binnlogg|\blogge?[rt]? inn\b|\boppdikt|\bles(t|er)? på nytt\b|\bpå vei\b/,
    /\bsjekk(e|er|es|et)?\b(?! inn)|\btilstand|\bdenne maskinen\b|\bpauset\b|\bløsne|\binnsjekk\b/,
    /\bav seg selv\b|\bfor hånd\b|\bslik allerede\b|\bliten skrift\b|\bstå tom\b|\bses etter\b|\bvi\b|\boss\b|\bmeg\b/,
  ],
  sv: [
    /\bsida(n|ns)?\b(?! vid sida)(?<!vid sida)|\bbåda sidor\b|projektsida|standardsida/,
    /\blag(et|en|ens|ets)?\b|\bskick(?!a diagnostik)|\bhämt|\bderas\b|\bbehöver dig\b|\bfråga mig\b/,
    /\bbestäm|\bavgör|\bavgjo|\barbetar\b|\bde möttes\b|\btills du fortsätter\b|\bgår vidare\b|\bborta\b|\butelämn/,
    /\båterför|\bta tillbaka\b|\blägg(a|s)? tillbaka\b|\båterlag|\böppna[sd]? igen\b|\böppningen\b|\bställ in\b/,
    /\bluckor\b|\bkonstig|\bskylt|\btillverkningsår|driftleverantör|\btjänst(en)?\b|\bpåhitt|\bläs(er|t)? (igen|på nytt)\b/,
    /\bpå väg\b|\btillstånd|\bfrånkopplad\b|bocka|\blossa|\bkasta|\bverkställ|\bses över\b|\bfirma/,
    /\bav sig själv\b|\bför hand\b|\bså redan\b|\blämna den\b|\bokej\b|\bvi\b|\boss\b|\bmig\b/,
  ],
} as const;

/** The same in names of texts, their words apart; a name that is a value of the app's stays as the app has it. */
const bannedInNames =
  /\b(go(es)? on|in step|needs? you|takes? back|taken back|put back|left out|leave out|leave off|bad|odd|alike|gone|away|theirs|pages?|fetch(ing)?|sen[dt]|sending|decided?|undecided|provenance|release|gaps?|look|case|twins?|not saved|by hand|read again|working)\b/;
const namesOfTheApp = new Set([
  ...["byHand", "send", "folderAway", "subfolderAway", "wholePage", "decided", "onlyOnPage", "theirsName", "putBack"],
  ...["putBackDoes", "release", "releaseOne", "gone", "notSent", "farFromAlike", "kilometresUnlikeAlike", "needsYou"],
  ...["working", "twin", "inStep", "sent", "proxyPage"],
]);

describe("the glossary", () => {
  it("names no text by a banned word", () => {
    const apart = (part: string) => part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const parts = [...english.keys()].flatMap((key) => key.split(".")).map((part) => part.replace(/_(one|other)$/, ""));
    const found = new Set(parts.filter((part) => !namesOfTheApp.has(part) && bannedInNames.test(apart(part))));
    expect([...found]).toEqual([]);
  });

  const tray = import.meta.glob<{ default: Tree }>("../../../../src-tauri/app/i18n/*.json", { eager: true });
  const guides = import.meta.glob<string>("../../../guide/*/*.md", { query: "?raw", import: "default", eager: true });
  /** The guide by lines, without file names and keys. */
  const guideIn = (language: string) =>
    Object.entries(guides)
      .filter(([path]) => path.includes(`/${language}/`))
      .flatMap(([path, text]) =>
        text
          .replaceAll(/`[^`]*`|\([\w.#-]+\)|\{#[\w-]+\}/g, "")
          .split("\n")
          .map((line) => [path, line] as const),
      );
  const outside = (language: string) => Object.entries(tray).find(([path]) => path.endsWith(`/${language}.json`))?.[1];
  /** `\\b` knows no letter beyond ASCII. */
  const whole = (word: RegExp) =>
    new RegExp(word.source.replaceAll("\\b", "(?:(?<=\\p{L})(?!\\p{L})|(?<!\\p{L})(?=\\p{L}))"), "iu");
  const textOf = (text: string) => text.replaceAll(/\{\{?[^}]*\}?\}/g, "…");

  describe.each([
    ["en", en, banned.en],
    ["nb", nb, banned.nb],
    ["sv", sv, banned.sv],
  ] as const)("%s", (language, catalogue, words) => {
    // The copy of a conflict keeps the suffix that stored files have.
    const texts = [...flat(catalogue), ...flat(outside(language)?.default ?? {}), ...guideIn(language)].filter(
      ([key]) => !key.endsWith(".theirsName"),
    );

    it("has the words outside the window, and the guide", () => {
      expect(texts.length).toBeGreaterThan(flat(catalogue).size + guideIn(language).length);
      expect(guideIn(language).length).toBeGreaterThan(200);
    });

    it.each(words)("never says %s", (word) => {
      const found = whole(word);
      expect(texts.filter(([, text]) => found.test(textOf(text)))).toEqual([]);
    });
  });
});
