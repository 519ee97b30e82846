/** Says a change of state politely to a screen reader, without moving the focus. */

import { useEffect } from "react";
import { create } from "zustand";

const useAnnounced = create<{ text: string; turn: number }>(() => ({ text: "", turn: 0 }));

/** Announces one sentence. The same sentence twice is said twice. */
export function announce(text: string): void {
  useAnnounced.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Milliseconds after which a sentence leaves its region, so that a later reading of the page does not meet it. */
const staleMs = 10_000;

/** The live regions; the shell shows them once. Two take turns, so that a repeated sentence is a change. */
export function Announcer() {
  const { text, turn } = useAnnounced();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentence said again stands again
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(() => useAnnounced.setState({ text: "" }), staleMs);
    return () => clearTimeout(timer);
  }, [text, turn]);
  return (
    <div className="fd-heard">
      <div aria-live="polite">{turn % 2 === 0 ? text : ""}</div>
      <div aria-live="polite">{turn % 2 === 1 ? text : ""}</div>
    </div>
  );
}
