/** The bytes of a file that is shown: read once it stays, stopped as soon as another one is shown. */

import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "../../ipc";
import { useOnline } from "../app-state";

/** Reads all bytes; the signal stops it. Another function is another content. */
export type ReadBytes = (signal: AbortSignal) => Promise<Blob>;

export type PreviewState = { kind: "reading" } | { kind: "ready"; content: Blob } | { kind: "failed"; thrown: unknown };

/**
 * Milliseconds that a document must stay shown before it is read: going through a list by keys reads none in between.
 */
const STAYS_MS = 250;

const reading: PreviewState = { kind: "reading" };

export function usePreview(bytes: ReadBytes): { state: PreviewState; again: () => void } {
  const [state, setState] = useState<PreviewState>(reading);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads again
  useEffect(() => {
    const stop = new AbortController();
    setState(reading);
    const read = async () => {
      try {
        const content = await bytes(stop.signal);
        if (!stop.signal.aborted) setState({ kind: "ready", content });
      } catch (thrown) {
        if (!stop.signal.aborted) setState({ kind: "failed", thrown });
      }
    };
    const timer = setTimeout(() => void read(), STAYS_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [bytes, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  useReadWhenBack(state, again);
  return { state, again };
}

/** Reads again when the server answers again, as the failure says. */
function useReadWhenBack(state: PreviewState, again: () => void): void {
  const online = useOnline()?.state === "online";
  const before = useRef(online);
  const unreachable = state.kind === "failed" && failureOf(state.thrown).kind === "unreachable";
  useEffect(() => {
    const back = online && !before.current;
    before.current = online;
    if (back && unreachable) again();
  }, [online, unreachable, again]);
}
