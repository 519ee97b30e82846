/** The question before an act on many records. In Production it names the place; it stands where the bar stands, not in a dialog. */

import { create } from "zustand";

export type Question = {
  readonly text: string;
  readonly yes: string;
  readonly run: () => void;
  /** The ticked records that it is about: the question ends where others are ticked. Null where ticks do not matter. */
  readonly ticked?: readonly string[] | null;
};

export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }));

export function ask(question: Question | null): void {
  useQuestion.setState({ question });
}
