/**
 * The one table of shortcuts, and the one listener.
 *
 * The newest listener of a shortcut answers, so that a panel can take over from the screen below it.
 */

import { useEffect, useRef } from "react";
import { SETTLE_MS } from "./click-guard";

interface Keys {
  key: string;
  ctrl?: boolean;
  shift?: boolean;
  alt?: boolean;
  /** A letter that acts with no question: it waits until no word follows it. */
  alone?: boolean;
}

export const shortcuts = {
  palette: { key: "k", ctrl: true },
  navigation: { key: "b", ctrl: true },
  overview: { key: "Home", alt: true },
  documents: { key: "1", ctrl: true },
  folders: { key: "2", ctrl: true },
  machines: { key: "3", ctrl: true },
  users: { key: "4", ctrl: true },
  trips: { key: "5", ctrl: true },
  history: { key: "h", ctrl: true },
  settings: { key: ",", ctrl: true },
  guide: { key: "F1" },
  whyNotUp: { key: "w" },
  quit: { key: "q", ctrl: true },
  find: { key: "f", ctrl: true },
  findSlash: { key: "/" },
  readAgain: { key: "F5" },
  nextPane: { key: "F6" },
  previousPane: { key: "F6", shift: true },
  sendFiles: { key: "o", ctrl: true },
  pasteFiles: { key: "v", ctrl: true },
  pasteFilesShift: { key: "v", ctrl: true, shift: true },
  saveAs: { key: "s", ctrl: true, shift: true },
  transfers: { key: "t", ctrl: true },
  mainButton: { key: "Enter", ctrl: true },
  undo: { key: "z", ctrl: true },
  redo: { key: "y", ctrl: true },
  saveChanges: { key: "s", ctrl: true },
  blockCheckIn: { key: "b" },
  releaseCheckIn: { key: "r", alone: true },
  disableUsers: { key: "d" },
  enableUsers: { key: "e" },
  tripFilters: { key: "f" },
  tripMap: { key: "m" },
  tripGrid: { key: "g" },
  nextProblem: { key: "F8" },
  keys: { key: "?" },
  larger: { key: "+", ctrl: true },
  smaller: { key: "-", ctrl: true },
  usualSize: { key: "0", ctrl: true },
} satisfies Record<string, Keys>;

export type ShortcutName = keyof typeof shortcuts;

/** `Ctrl K`, as tooltips and the palette show it. */
export function shortcutLabel(name: ShortcutName): string {
  const { key, ctrl, shift, alt }: Keys = shortcuts[name];
  return [ctrl && "Ctrl", alt && "Alt", shift && "Shift", key.length === 1 ? key.toUpperCase() : key]
    .filter(Boolean)
    .join(" ");
}

/** Does the event press this shortcut? The command key of a Mac counts as Ctrl. */
export function matches(event: KeyboardEvent, name: ShortcutName): boolean {
  const keys: Keys = shortcuts[name];
  const ctrl = event.ctrlKey || event.metaKey;
  if (ctrl !== (keys.ctrl ?? false) || event.altKey !== (keys.alt ?? false)) return false;
  const pressed = event.key.toLowerCase();
  const wanted = keys.key.toLowerCase();
  // Signs such as `/` or `+` need Shift on some keyboards; there the sign itself decides.
  const sign = wanted.length === 1 && !/[a-z0-9]/.test(wanted);
  if (!sign && event.shiftKey !== (keys.shift ?? false)) return false;
  return pressed === wanted || (wanted === "+" && pressed === "=");
}

/** Typing belongs to the field: there only combinations with Ctrl that fields do not know are ours. */
function belongsToField(event: KeyboardEvent): boolean {
  const field =
    event.target instanceof HTMLElement &&
    event.target.closest("input:not([type=checkbox],[type=radio]), textarea, [contenteditable]");
  if (!field) return false;
  if (event.key.startsWith("F") && event.key.length > 1) return false;
  const ctrl = event.ctrlKey || event.metaKey;
  return !ctrl || (!event.shiftKey && ["a", "c", "v", "x", "z", "y"].includes(event.key.toLowerCase()));
}

const isLetter = ({ key, ctrl, alt }: Keys) => /^[a-z]$/.test(key) && !ctrl && !alt;

type Listener = { name: ShortcutName; act: (event: KeyboardEvent) => void };
const listeners: Listener[] = [];
const above: ShortcutName[] = [];

/** Last key typed beside fields: a letter of a word is no shortcut, and the Enter after it is about nothing. */
const typed = { at: Number.NEGATIVE_INFINITY, inWord: false, acted: false, opened: false, dropped: false };

/** The letter that waits. */
let waiting: number | undefined;

const nothingTyped = () => Object.assign(typed, { at: Number.NEGATIVE_INFINITY, opened: false, dropped: false });

/** Forgets what was typed and what waits, as a new window does. */
export function forgetTyped(): void {
  window.clearTimeout(waiting);
  waiting = undefined;
  nothingTyped();
}

/**
 * Hears every key before its target does. Letters in quick succession after one that did nothing are a word. What the
 * first of them opened has the keyboard at once: an Enter or a blank that follows was not meant for it.
 */
function listen(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const soon = performance.now() - typed.at < SETTLE_MS;
  const isWaiting = waiting !== undefined;
  window.clearTimeout(waiting);
  waiting = undefined;
  if (belongsToField(event) || /^(Escape|Tab|Arrow|Home|End|Page)/.test(key)) nothingTyped();
  else if (ctrlKey || metaKey || altKey) return;
  else if (key === "Enter" || key === " ") {
    if (!typed.opened || !(soon || event.repeat)) return void nothingTyped();
    event.preventDefault();
    event.stopPropagation();
  } else if (key.length === 1) {
    typed.inWord = event.repeat || (soon && !typed.acted);
    typed.opened &&= soon;
    typed.acted = false;
    typed.at = performance.now();
    // Its first letter waited and went nowhere: what is left of the word goes nowhere either.
    typed.dropped = isWaiting || (soon && typed.dropped);
    if (typed.dropped) {
      typed.inWord = true;
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

function answer(event: KeyboardEvent): void {
  if (event.defaultPrevented || belongsToField(event)) return;
  const listener = listeners.findLast(({ name }) => matches(event, name));
  if (listener === undefined) return;
  event.preventDefault();
  if (isLetter(shortcuts[listener.name])) {
    if (typed.inWord) return;
    Object.assign(typed, { acted: true, opened: true });
  }
  const { alone }: Keys = shortcuts[listener.name];
  const act = () => {
    if (listeners.includes(listener)) listener.act(event);
  };
  if (alone)
    waiting = window.setTimeout(() => {
      waiting = undefined;
      act();
    }, SETTLE_MS);
  else act();
}

/** Does what the keys of a shortcut do now. */
export function runShortcut(name: ShortcutName): void {
  listeners.findLast((listener) => listener.name === name)?.act(new KeyboardEvent("keydown"));
}

/** Answers a shortcut while the component is shown and `enabled`. */
export function useShortcut(name: ShortcutName, act: (event: KeyboardEvent) => void, enabled = true): void {
  useListener(name, act, enabled, false);
}

/** Answers a shortcut that nothing else on the window answers, whichever of the two was shown first. */
export function useShortcutBelow(name: ShortcutName, act: (event: KeyboardEvent) => void): void {
  useListener(name, act, true, true);
}

/** Answers a shortcut before anything on the window hears of it: lists take letters and signs for themselves. */
export function useShortcutAbove(name: ShortcutName, act: () => void): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.isComposing || belongsToField(event) || !matches(event, name)) return;
      event.preventDefault();
      event.stopPropagation();
      newest.current();
    };
    above.push(name);
    window.addEventListener("keydown", hear, true);
    return () => {
      above.splice(above.indexOf(name), 1);
      window.removeEventListener("keydown", hear, true);
    };
  }, [name]);
}

/** Returns true where anything that is shown answers a shortcut. */
export function isAnswered(name: ShortcutName): boolean {
  return above.includes(name) || listeners.some((listener) => listener.name === name);
}

function useListener(name: ShortcutName, act: (event: KeyboardEvent) => void, enabled: boolean, below: boolean): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    if (!enabled) return;
    const listener: Listener = { name, act: (event) => newest.current(event) };
    if (listeners.length === 0) {
      window.addEventListener("keydown", listen, true);
      window.addEventListener("keydown", answer);
    }
    if (below) listeners.unshift(listener);
    else listeners.push(listener);
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length > 0) return;
      window.removeEventListener("keydown", listen, true);
      window.removeEventListener("keydown", answer);
    };
  }, [name, enabled, below]);
}
