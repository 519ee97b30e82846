/** Runs a connection check: progress by event, one check at a time, can be cancelled. */

import { useCallback, useRef, useState } from "react";
import { type CheckReport, type ConnectionDraft, type Failure, failureOf, useBridge, useBridgeEvent } from "../../ipc";

export interface Check {
  report: CheckReport | null;
  /** The command itself was refused: a defect, or a field that the desktop side does not accept. */
  failure: Failure | null;
  running: boolean;
  run: (draft: ConnectionDraft) => Promise<CheckReport | null>;
  cancel: () => void;
  /** Forgets the last result: the fields have changed. */
  forget: () => void;
}

export function useCheck(): Check {
  const bridge = useBridge();
  const [report, setReport] = useState<CheckReport | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState(false);
  const turn = useRef(0);
  // Progress may come before the next render.
  const busy = useRef(false);

  useBridgeEvent("checkProgressed", (progress) => {
    if (busy.current) setReport(progress);
  });

  const run = useCallback(
    async (draft: ConnectionDraft) => {
      turn.current += 1;
      const mine = turn.current;
      busy.current = true;
      setRunning(true);
      setFailure(null);
      setReport(null);
      try {
        const answer = await bridge.checkConnection(draft);
        if (mine !== turn.current) return null;
        setReport(answer);
        return answer;
      } catch (error) {
        if (mine === turn.current) setFailure(failureOf(error));
        return null;
      } finally {
        if (mine === turn.current) {
          busy.current = false;
          setRunning(false);
        }
      }
    },
    [bridge],
  );

  const cancel = useCallback(() => void bridge.cancelCheck(), [bridge]);
  const forget = useCallback(() => {
    setReport(null);
    setFailure(null);
  }, []);
  return { report, failure, running, run, cancel, forget };
}
