/** Observations in the page. The functions are sent into the browser as text, so each stands alone. */

declare global {
  interface Window {
    /** Kept since the page was loaded. */
    wander: {
      changedAt: number;
      /** The element that had the keyboard last. */
      held: Element | null;
      toasts: string[];
    };
  }
}

/** Watches the page from its beginning. */
export function installWatch(): void {
  const noted = { changedAt: 0, held: null as Element | null, toasts: [] as string[] };
  window.wander = noted;
  document.addEventListener("focusin", ({ target }) => {
    noted.held = target instanceof Element && target !== document.body ? target : noted.held;
  });
  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver((changes) => {
      noted.changedAt = performance.now();
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (node instanceof Element && node.closest("[data-drop-through]") !== null)
            noted.toasts.push((node.textContent ?? "").slice(0, 300));
        }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

export type Noticed = {
  /** The note in place of a screen or a part that broke. */
  crash: string | null;
  /** The page has nothing in it. */
  blank: boolean;
  /** The part that had the keyboard and is gone, while nothing has it. */
  lostFocus: string | null;
  hasFocus: boolean;
  /** True where the page changed before nearly each of some hundred pictures. */
  restless: boolean;
  /** Commands that did not return in time. */
  late: string[];
  toasts: string[];
};

/** Waits until the page rests, at most a while, and says what is wrong with it; in haste it only says that. */
export async function notice({
  crashes,
  lateMs,
  soon,
}: {
  crashes: string[];
  lateMs: number;
  soon: boolean;
}): Promise<Noticed> {
  const noted = window.wander;
  const picture = () => new Promise<number>((done) => requestAnimationFrame(done));
  const waits = () => window.fielddeskCalls.some(({ answered }) => answered === undefined);
  const isEmpty = () => document.querySelector("main")?.textContent === "";
  /** The share of pictures before which the page had changed; 0 where it rests. */
  const changing = async (ms: number, least: number) => {
    const began = performance.now();
    let [pictures, changed] = [0, 0];
    while (performance.now() - began < ms) {
      const before = noted.changedAt;
      await picture();
      pictures += 1;
      if (noted.changedAt > before) changed += 1;
      if (!waits() && !isEmpty() && performance.now() - noted.changedAt > 80) return 0;
    }
    return pictures < least ? 0 : changed / pictures;
  };
  // A page that draws something new before every picture may be in a loop.
  const restless = !soon && (await changing(1_200, 1)) > 0.9 && (await changing(5_000, 150)) > 0.9;
  const isOut = () => document.activeElement === null || document.activeElement === document.body;
  const isGone = ({ held } = noted) =>
    held !== null && !(held.isConnected && held.checkVisibility() && !held.matches(":disabled, [inert] *"));
  for (let tries = 0; !soon && tries < 7 && isOut() && isGone(); tries += 1)
    await new Promise((done) => setTimeout(done, 100));
  const { held } = noted;
  const lost = !soon && isOut() && isGone() && held !== null;
  const name = held?.getAttribute("aria-label") ?? held?.textContent ?? "";
  const lostFocus = lost ? `${held.getAttribute("role") ?? held.tagName.toLowerCase()} ${name.slice(0, 40)}` : null;
  if (lost) noted.held = null;
  // A screen that is loaded for the first time takes a moment.
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  const text = () => document.body.innerText.trim();
  for (let tries = 0; tries < 30 && text() === ""; tries += 1) await new Promise((done) => setTimeout(done, 100));
  const crash = document.querySelector("[data-crash]");
  return {
    crash: crash?.textContent ?? crashes.find((title) => text().includes(title)) ?? null,
    blank: text() === "",
    lostFocus,
    hasFocus: !isOut(),
    restless,
    late: window.fielddeskCalls
      .filter(({ answered, called }) => answered === undefined && performance.now() - called > lateMs)
      .map(({ command }) => command),
    toasts: noted.toasts.splice(0),
  };
}

/** The controls beside grids with their lines: another answer at another width means that one has no room any more. */
export function toolbars(): string {
  const controls = [...document.querySelectorAll<HTMLElement>("main button, main [role=tab]")];
  return controls
    .filter((each) => each.closest("[role=grid], [role=treegrid], table") === null)
    .map((each) => {
      const isSeen = each.checkVisibility({ visibilityProperty: true });
      return isSeen ? `${each.textContent}@${Math.round(each.getBoundingClientRect().top / 8)}` : "";
    })
    .join("|");
}
