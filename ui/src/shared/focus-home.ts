/**
 * The place of the keyboard after the focused element leaves the page: the one owner of that rule.
 *
 * The focus goes to the nearest region around the lost element that is still there and takes it: a panel, a grid, the
 * page. A region takes it by its own `tabindex`, or by `useFocusHome`, which names the element that takes it for the
 * region. Layers over the page (dialogs, menus, toasts) give it back to the element that had it before.
 */

import { type RefObject, useEffect, useRef } from "react";

type Home = { region: RefObject<HTMLElement | null>; enter: () => void };
const homes: Home[] = [];

/** Names what takes the focus for a region; it may decline by doing nothing. */
export function useFocusHome(region: RefObject<HTMLElement | null>, enter: () => void): void {
  const newest = useRef(enter);
  useEffect(() => {
    newest.current = enter;
  });
  useEffect(() => {
    const home: Home = { region, enter: () => newest.current() };
    homes.push(home);
    return () => void homes.splice(homes.indexOf(home), 1);
  }, [region]);
}

/** Parts that lie over the page. Mantine marks its own as portals. */
const overThePage = "[data-portal], [data-over-page]";

/** Dialogs give the focus back themselves, grids move it a moment after their rows: both come first. */
const settleMs = 50;

/** Watches the page until the answer is called. */
export function keepFocus(): () => void {
  // What has the focus and everything around it, from the inside out; and the same of the page below a dialog.
  let held: readonly HTMLElement[] = [];
  let below: readonly HTMLElement[] = [];
  // A control that only waits, disabled, gets the focus back from the region that took it meanwhile.
  let lent: { by: HTMLElement; to: Element } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    if (lent !== null && target !== lent.to) lent = null;
    const around = withAncestors(target);
    const layer = around.findLastIndex((element) => element.matches(overThePage));
    if (layer < 0) below = around;
    held = [...around.slice(0, layer + 1), ...below];
  };
  const settle = () => {
    timer = null;
    if (lent !== null && takesFocus(lent.by)) lent.by.focus({ preventScroll: true });
    const [last, ...around] = held;
    // One that could still have it was left by a click beside it.
    if (!isLost() || last === undefined || takesFocus(last)) return;
    const found = around.some(enter) || enter(document.body);
    if (found && last.isConnected && document.activeElement !== null) lent = { by: last, to: document.activeElement };
  };
  const watch = new MutationObserver(() => {
    if (timer === null && (isLost() || lent !== null)) timer = setTimeout(settle, settleMs);
  });
  document.addEventListener("focusin", onFocus);
  watch.observe(document.body, {
    attributeFilter: ["disabled", "hidden", "inert", "style"],
    childList: true,
    subtree: true,
  });
  return () => {
    if (timer !== null) clearTimeout(timer);
    document.removeEventListener("focusin", onFocus);
    watch.disconnect();
  };
}

/** Answers whether nothing has the keyboard. A control that was disabled is out of it only with the next picture. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(":disabled");
}

function withAncestors(inner: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement | null = inner; at !== null && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}

function takesFocus(element: HTMLElement): boolean {
  // jsdom does not lay out.
  const isShown = element.isConnected && (element.checkVisibility?.() ?? true);
  return isShown && !element.matches(":disabled, [inert] *");
}

/** Answers whether the region, or what takes the focus for it, has the focus now. */
function enter(region: HTMLElement): boolean {
  if (!region.isConnected) return false;
  const inside = homes.filter(({ region: { current } }) => current !== null && region.contains(current));
  const home = inside.find(({ region: { current } }) => current === region) ?? inside.at(-1);
  home?.enter();
  if (isLost() && takesFocus(region)) region.focus({ preventScroll: true });
  if (isLost() && region === document.body) document.querySelector("main")?.focus({ preventScroll: true });
  return !isLost();
}
