/**
 * *Find anything* (Ctrl K): projects, work orders, files, machines, users, folders, commands and settings.
 *
 * It changes nothing by itself; acts open their normal preview. The keyboard stays in its field: arrows and Tab walk
 * over the list, Enter takes the first or the chosen one, Esc closes it and nothing below it.
 */

import { Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon, Keys } from "../../shared/parts";
import { type Entry, type Group, useEntries } from "./entries";
import { Line } from "./Line";
import css from "./palette.module.css";
import { Unlisted } from "./Unlisted";

export function Palette({ turn }: { turn: number }) {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn of the key opens it
  useEffect(() => setOpen(true), [turn]);
  return (
    <Modal
      classNames={{ content: css.content ?? "", body: css.body ?? "", header: "fd-heard" }}
      onClose={() => setOpen(false)}
      opened={open}
      overlayProps={{ backgroundOpacity: 0.25 }}
      size="40rem"
      title={t("findAnything")}
      transitionProps={{ duration: 0 }}
      withCloseButton={false}
      yOffset="12vh"
    >
      <Finder onClose={() => setOpen(false)} />
    </Modal>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // At once: what is typed right after Ctrl K is meant for it.
  useLayoutEffect(() => field.current?.focus(), []);
  const [typed, setTyped] = useState("");
  // By its key: what is found meanwhile must not push another entry under the keyboard.
  const [chosen, setChosen] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const { groups, settled, reading, results } = useEntries(typed);
  const entries = groups.flatMap((group) => group.entries);
  const found = entries.findIndex((entry) => entry.key === chosen);
  const at = Math.max(0, found);

  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  // Enter came before the answer did.
  useEffect(() => {
    if (!waiting || !settled) return;
    setWaiting(false);
    run(entries[at]);
  });
  const choose = (to: number) => {
    const entry = entries[(to + entries.length) % entries.length];
    setChosen(entry?.key ?? null);
    list.current?.querySelector(`[data-key="${CSS.escape(entry?.key ?? "")}"]`)?.scrollIntoView({ block: "nearest" });
  };
  function onKeyDown(event: KeyboardEvent): void {
    // The screens below hear nothing of what is pressed here.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (isOfTheApp(event)) event.preventDefault();
    else if (event.key === "ArrowDown") choose(at + 1);
    else if (event.key === "ArrowUp") choose(at - 1);
    else if (event.key === "Tab") choose(nextGroup(groups, at, event.shiftKey));
    else if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !settled && found < 0) setWaiting(true);
    else if (event.key === "Enter") run(entries[at]);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside, wherever in the window they are pressed
    <div className={css.finder} onKeyDown={onKeyDown}>
      <label className={css.field}>
        <Icon name="search" size={18} />
        <input
          aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-expanded="true"
          aria-label={t("findAnything")}
          className={css.search}
          data-autofocus
          ref={field}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(null);
            setWaiting(false);
          }}
          placeholder={t("palette.placeholder")}
          role="combobox"
          spellCheck={false}
          value={typed}
        />
        <Keys>Esc</Keys>
      </label>
      <div ref={list} aria-label={t("palette.results")} className={css.list} id={`${id}-list`} role="listbox">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.name} aria-labelledby={`${id}-${group.name}`} role="group">
            <div className={css.group} id={`${id}-${group.name}`} role="presentation">
              {t(`palette.${group.name}`)}
              {group.name === "files" && results && results.filesTotal > group.entries.length ? (
                <span>{t("palette.someOf", { some: group.entries.length, all: results.filesTotal })}</span>
              ) : null}
            </div>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <Line
                  key={entry.key}
                  entry={entry}
                  id={`${id}-${index}`}
                  onRun={() => run(entry)}
                  selected={index === at}
                />
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && settled && !reading ? (
        <p className={css.empty} role="status">
          {t("palette.nothing", { query: typed.trim() })}
        </p>
      ) : null}
      <Unlisted results={results} />
    </div>
  );
}

/** Combinations that would act on the screens below: none of them is for the field. */
function isOfTheApp(event: KeyboardEvent): boolean {
  const editing = ["a", "c", "v", "x", "z", "y", "arrowleft", "arrowright", "backspace", "delete", "home", "end"];
  const ctrl = event.ctrlKey || event.metaKey;
  return (ctrl && !editing.includes(event.key.toLowerCase())) || /^F\d+$/.test(event.key);
}

/** The first entry of the next group, or of the one before. */
function nextGroup(groups: readonly Group[], at: number, back: boolean): number {
  const starts: number[] = [];
  let start = 0;
  for (const { entries } of groups) {
    starts.push(start);
    start += entries.length;
  }
  const now = starts.findLastIndex((each) => each <= at);
  return starts[(now + (back ? starts.length - 1 : 1)) % starts.length] ?? 0;
}
