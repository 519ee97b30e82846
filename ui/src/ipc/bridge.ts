/**
 * The whole surface that the window may ask of the desktop side, and the real implementation over the generated bindings.
 *
 * `Bridge` is derived from the bindings: a command that changes there no longer compiles here, nor in tests.
 */

import { commands, events, type Failure } from "./bindings";
import { FailureError } from "./failure-error";
import { asShownFor } from "./invoke";
import { type ReadDocument, type ReadFolderFile, readDocument, readFolderFile } from "./previews";

type Answer<T> = { status: "ok"; data: T } | { status: "error"; error: Failure };

/** A command that throws `FailureError` instead of answering with a status. */
type Unwrapped<F> = F extends (...args: infer A) => Promise<Answer<infer T>> ? (...args: A) => Promise<T> : never;

/** `typedError<T, E>` is a union; this picks the data type of its good half. */
type DataOf<R> = R extends { status: "ok"; data: infer T } ? T : never;
type CommandOf<F> = F extends (...args: infer A) => Promise<infer R>
  ? (...args: A) => Promise<DataOf<R>>
  : Unwrapped<F>;

export type Commands = { [K in keyof typeof commands]: CommandOf<(typeof commands)[K]> };

type PayloadOf<E> = E extends { listen: (cb: (event: infer Ev) => void) => unknown }
  ? Ev extends { payload: infer P }
    ? P
    : never
  : never;

export type Payloads = { [K in keyof typeof events]: PayloadOf<(typeof events)[K]> };
export type EventName = keyof Payloads;

/** Ends a subscription. Safe to call twice. */
export type Unsubscribe = () => void;

export type Listen = <K extends EventName>(name: K, listener: (payload: Payloads[K]) => void) => Unsubscribe;

export interface Bridge extends Commands {
  /** Calls the listener at each event of that name until the answer is called. */
  on: Listen;
  /** Ends when the desktop side knows of every listener so far: what is read after it misses no event. */
  listening: () => Promise<void>;
  /** All of a document, to be shown in the window. */
  readDocument: ReadDocument;
  /** All of one side of a file of a synced folder, to be shown in the window. */
  readFolderFile: ReadFolderFile;
}

/** The bridge over the generated bindings. */
export function createDesktopBridge(): Bridge {
  const unwrapped: Record<string, unknown> = {};
  for (const [name, command] of Object.entries(commands)) {
    const call = command as (...args: unknown[]) => Promise<Answer<unknown>>;
    unwrapped[name] = async (...args: unknown[]) => {
      const answer = await call(...args);
      if (answer.status === "error") throw new FailureError(answer.error);
      return answer.data;
    };
  }
  const registering = new Set<Promise<void>>();
  const on: Listen = (name, listener) => listenOnDesktop(name, listener, registering);
  const listening = async () => void (await Promise.all(registering));
  return { ...(unwrapped as unknown as Commands), on, listening, readDocument, readFolderFile };
}

/** The bridge of the screens of a connection: what they change is refused once another one is in use. */
export function bridgeOf(bridge: Bridge, connection: string | null): Bridge {
  const carrying: Record<string, unknown> = {};
  for (const name of Object.keys(commands) as (keyof Commands)[]) {
    const call = bridge[name] as (...args: unknown[]) => Promise<unknown>;
    carrying[name] = (...args: unknown[]) => asShownFor(connection, () => call(...args));
  }
  return { ...bridge, ...(carrying as unknown as Commands) };
}

function listenOnDesktop<K extends EventName>(
  name: K,
  listener: (payload: Payloads[K]) => void,
  registering: Set<Promise<void>>,
): Unsubscribe {
  let wanted = true;
  let stop: Unsubscribe | undefined;
  const event = events[name] as unknown as {
    listen: (cb: (e: { payload: unknown }) => void) => Promise<Unsubscribe>;
  };
  const registered = event
    .listen((e) => {
      if (wanted) listener(e.payload as Payloads[typeof name]);
    })
    .then((unlisten) => {
      // The subscriber may be gone before the desktop side has answered.
      if (wanted) stop = unlisten;
      else unlisten();
    })
    // Without the desktop side there are no events; the first command says so.
    .catch(() => {})
    .finally(() => registering.delete(registered));
  registering.add(registered);
  return () => {
    wanted = false;
    stop?.();
    stop = undefined;
  };
}
