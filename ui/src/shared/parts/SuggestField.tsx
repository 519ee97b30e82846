/** A field of free text with a list of what it usually holds; a text that is not in the list is taken, too. */

import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useMemo } from "react";
import { matches, searchable, words } from "../fold";

export type Suggestion = {
  readonly value: string;
  /** The name of what the value stands for. */
  readonly name?: string | undefined;
};

/** So many of a long list are shown while it is searched. */
const shownAtOnce = 50;

type Props = Omit<AutocompleteProps, "data" | "filter" | "renderOption"> & { choices: readonly Suggestion[] };

export function SuggestField({ choices, ...rest }: Props) {
  const names = useMemo(() => new Map(choices.map(({ value, name }) => [value, name ?? ""])), [choices]);
  return (
    <Autocomplete
      {...rest}
      data={[...names.keys()]}
      filter={({ options, search, limit }) => {
        // Of a value that stands there all others are offered.
        const wanted = names.has(search) ? [] : words(search);
        const found = options.filter(
          (option) => "value" in option && matches(searchable(`${option.value} ${names.get(option.value)}`), wanted),
        );
        return found.slice(0, limit);
      }}
      limit={shownAtOnce}
      renderOption={({ option }) => (
        <span>
          {option.value} <span className="fd-ink2">{names.get(option.value)}</span>
        </span>
      )}
    />
  );
}
