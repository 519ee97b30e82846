/** Names of ignore rules in the language of the window; the desktop side knows rules by their English names. */

import { useQuery } from "@tanstack/react-query";
import { useBridge } from "../ipc";
import { useLanguage } from "./app-state";

export function useRuleNames(names: readonly string[]): (name: string) => string {
  const bridge = useBridge();
  const language = useLanguage();
  const known = [...new Set(names)];
  const { data } = useQuery({
    queryKey: ["ruleNames", language, known],
    queryFn: () => bridge.ignoreRuleNames(known, language),
    enabled: known.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (name) => data?.[known.indexOf(name)] ?? name;
}
