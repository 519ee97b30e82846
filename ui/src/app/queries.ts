/** The query cache: filled by reads, kept true by events, never polled. */

import { QueryClient } from "@tanstack/react-query";
import { type InitialState, keys } from "../ipc";

export function createQueries(state: InitialState): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // The desktop side retries; a refusal that reaches the window is final until a person or an event asks again.
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        staleTime: 30_000,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  queries.setQueryData(keys.appState, state);
  return queries;
}
