/** A search in a list: each letter is seen at once, the list follows when it was painted, or after a pause. */

import { TextInput } from "@mantine/core";
import { type Ref, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "./Icon";

type Props = {
  label: string;
  /** Text of the empty field; the label where it is left out. */
  hint?: string;
  /** Searched text. */
  text: string;
  /** Receives the text without the spaces around it. */
  onText: (text: string) => void;
  /** Milliseconds without typing before the list follows; without it only the letter is waited for. */
  pauseMs?: number;
  /** Down goes to what is listed. */
  toRows?: () => void;
  className?: string | undefined;
  /** Name by which a shortcut finds the field. */
  "data-search"?: string;
  ref?: Ref<HTMLInputElement>;
};

export function SearchField({ label, hint = label, text, onText, pauseMs, toRows, ref, ...rest }: Props) {
  const [typed, setTyped] = useState(text);
  const told = useRef(text);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  // Changed elsewhere: by a view, or with the other filters.
  useEffect(() => {
    if (text === told.current) return;
    cancel.current();
    told.current = text;
    setTyped(text);
  }, [text]);
  const tell = (wanted: string) => {
    told.current = wanted;
    onText(wanted);
  };
  return (
    <TextInput
      {...rest}
      aria-label={label}
      leftSection={<Icon name="search" />}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        cancel.current();
        const wanted = value.trim();
        cancel.current = wanted === told.current ? () => {} : later(() => tell(wanted), pauseMs);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" && toRows !== undefined) {
          event.preventDefault();
          cancel.current();
          // What is listed is the answer to what was typed, not to what was told last.
          const wanted = typed.trim();
          if (wanted !== told.current) flushSync(() => tell(wanted));
          return toRows();
        }
        if (event.key !== "Escape" || typed === "") return;
        event.preventDefault();
        event.stopPropagation();
        cancel.current();
        setTyped("");
        tell("");
      }}
      placeholder={hint}
      title={hint}
      ref={ref}
      spellCheck={false}
      value={typed}
    />
  );
}

/** Does it after a pause, or after the next painting; gives what cancels it. */
function later(act: () => void, pauseMs: number | undefined): () => void {
  let timer = 0;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act, pauseMs);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
