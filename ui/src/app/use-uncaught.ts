/** Failures of acts that no part of the page handles. */

import { useEffect } from "react";
import { FailureError } from "../ipc";
import { useFailureWords } from "../shared/error-messages";
import { tellDone } from "../shared/undo/store";

/** Shows a failure that nothing caught as a toast; any other error is left to the page. */
export function useUncaught(): void {
  const words = useFailureWords();
  useEffect(() => {
    const onRejection = (event: PromiseRejectionEvent) => {
      if (!(event.reason instanceof FailureError)) return;
      event.preventDefault();
      const { sentence, fix } = words(event.reason.failure);
      tellDone([sentence, fix].filter(Boolean).join(" "));
    };
    window.addEventListener("unhandledrejection", onRejection);
    return () => window.removeEventListener("unhandledrejection", onRejection);
  }, [words]);
}
