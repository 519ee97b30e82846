/** Texts that count, with their number as the region writes it: the words choose their plural by a number without one. */

import { useCallback } from "react";
import { useFormats } from "./use-formats";

/** Answers the text with the first mention of the number formatted. */
export function useCounted(): (text: string, count: number) => string {
  const formats = useFormats();
  return useCallback(
    (text, count) => {
      const shown = formats.number(count);
      return text.replace(new RegExp(`(?<!\\d)${count}(?!\\d)`), () => shown);
    },
    [formats],
  );
}
