/** The stores of the program, put back to how they began after each test. */

import type { StateCreator, StoreApi } from "zustand";

const made = new Set<StoreApi<unknown>>();

export function resetStores(): void {
  for (const store of made) store.setState(store.getInitialState(), true);
}

/** Lets `create` note each store that it makes. */
export function notingStores(zustand: typeof import("zustand")): typeof import("zustand") {
  const noting = <T>(creator: StateCreator<T>) => {
    const store = zustand.create(creator);
    made.add(store as unknown as StoreApi<unknown>);
    return store;
  };
  const create = <T>(creator?: StateCreator<T>) => (creator === undefined ? noting<T> : noting(creator));
  return { ...zustand, create: create as typeof zustand.create };
}
