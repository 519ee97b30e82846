/** The bridge of a test: a command answers what the test says, and one without an answer fails the test. */

import type { Failure } from "../../ipc";
import { commands } from "../../ipc/bindings";
import type { Bridge, Commands, EventName, Payloads } from "../../ipc/bridge";
import { FailureError } from "../../ipc/failure-error";
import type { ReadDocument, ReadFolderFile } from "../../ipc/previews";

type Name = keyof Commands;
type Data<K extends Name> = Awaited<ReturnType<Commands[K]>>;

/** Answers of commands: a value, or a function of the arguments. */
export type Answers = {
  [K in Name]?: Data<K> | ((...args: Parameters<Commands[K]>) => Data<K> | Promise<Data<K>>);
} & { readDocument?: ReadDocument; readFolderFile?: ReadFolderFile };

export interface TestBridge extends Bridge {
  /** From now on commands answer this. */
  answers(answers: Answers): void;
  /** From now on a command is refused. */
  refuses(name: Name, failure: Failure): void;
  /** The arguments of each call of a command. */
  calls(name: Name): unknown[][];
  /** Lets an event happen. */
  emit<K extends EventName>(name: K, payload: Payloads[K]): void;
}

/** Commands that were called without an answer; `setup.ts` fails the test for them. */
export const unanswered = new Set<string>();

export function createTestBridge(given: Answers): TestBridge {
  const answers: Answers = { ...given };
  const called: { name: string; args: unknown[] }[] = [];
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const answer = async (name: Name, args: unknown[]) => {
    called.push({ name, args });
    if (!Object.hasOwn(answers, name)) {
      unanswered.add(name);
      throw new Error(`The test has no answer to ${name}.`);
    }
    const said: unknown = answers[name];
    return structuredClone(typeof said === "function" ? await said(...args) : said);
  };
  const names = Object.keys(commands) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => answer(name, args)]));
  return {
    ...(all as unknown as Commands),
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as (payload: never) => void));
      return () => set.delete(listener as (payload: never) => void);
    },
    listening: async () => {},
    // A document that is shown is still being read, if the test says nothing else.
    readDocument: answers.readDocument ?? (() => new Promise(() => {})),
    readFolderFile: answers.readFolderFile ?? (() => new Promise(() => {})),
    answers: (more) => void Object.assign(answers, more),
    refuses: (name, failure) => {
      Object.assign(answers, { [name]: () => Promise.reject(new FailureError(failure)) });
    },
    calls: (name) => called.filter((call) => call.name === name).map(({ args }) => args),
    emit: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) (listener as (told: typeof payload) => void)(payload);
    },
  };
}

/** A failure of a kind, as the desktop side writes it. */
export function failure(
  kind: Failure["kind"],
  params: Record<string, string> = {},
  rest: Partial<Failure> = {},
): Failure {
  return { kind, message: `test: ${kind}`, fix: "", status: null, code: null, field: null, params, ...rest };
}
