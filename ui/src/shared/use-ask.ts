/** Asks the desktop side for something: what it refused stays where it was asked, what changed is read again. */

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type Failure, failureOf, keys } from "../ipc";

export interface Ask {
  /** Last refusal; null as soon as something is asked again. */
  failure: Failure | null;
  /** Something is asked and not answered yet. */
  busy: boolean;
  /** Runs it; answers nothing when it was refused. */
  ask: <T>(act: () => Promise<T>) => Promise<T | undefined>;
  /** Shows a refusal of another place here. */
  fail: (failure: Failure | null) => void;
}

export function useAsk(): Ask {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = useCallback(
    async <T>(act: () => Promise<T>): Promise<T | undefined> => {
      setFailure(null);
      setBusy(true);
      try {
        return await act();
      } catch (thrown) {
        setFailure(failureOf(thrown));
        return undefined;
      } finally {
        setBusy(false);
        await queries.invalidateQueries({ queryKey: keys.folderDetails });
      }
    },
    [queries],
  );
  return { failure, busy, ask, fail: setFailure };
}
