/** The colours of mass types: by all that is kept, whatever is filtered, and in the light or dark of the window. */

import { useComputedColorScheme } from "@mantine/core";
import { useMemo, useRef } from "react";
import { chartColours, dark, light } from "../../shared/theme/tokens";
import { noFilter } from "../../shared/trip-filter";
import { type ColourOf, coloured, coloursOf } from "./model/colours";
import { useSummary } from "./queries";

export interface Colours {
  /** The mass types that have a colour of their own, in the order of colours. */
  readonly massTypes: readonly string[];
  /** The colour of a mass type; one for all others. */
  readonly of: (massType: string | null) => string;
  readonly others: string;
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly surface: string;
  readonly accent: string;
}

export function useColours(): Colours {
  const scheme = useComputedColorScheme("light");
  const massTypes = useSummary(noFilter).data?.massTypes;
  const before = useRef<ColourOf>(new Map());
  return useMemo(() => {
    const places = massTypes === undefined ? before.current : coloursOf(massTypes, before.current);
    before.current = places;
    const row = chartColours[scheme];
    const palette = scheme === "dark" ? dark : light;
    const others = row[coloured] ?? palette.edge;
    return {
      massTypes: [...places].sort((a, b) => a[1] - b[1]).map(([key]) => key),
      of: (massType) => row[places.get(massType ?? "") ?? coloured] ?? others,
      others,
      ink: palette.ink,
      ink2: palette.ink2,
      line: palette.line,
      surface: palette.surface,
      accent: palette.accent,
    };
  }, [scheme, massTypes]);
}
