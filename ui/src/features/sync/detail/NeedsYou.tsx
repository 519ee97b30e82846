/**
 * Decisions of a folder: the queue grouped by cause left, one case right. Nothing is overwritten until it is chosen.
 */

import { Button } from "@mantine/core";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type SyncedFolder } from "../../../ipc";
import { fileKey } from "../../../shared/file-key";
import { useFocusHome } from "../../../shared/focus-home";
import { useShortcut } from "../../../shared/keyboard";
import { Empty, FailureNote, Note, Skeleton } from "../../../shared/parts";
import { undoNewest } from "../../../shared/undo/store";
import { useTellNothing } from "../../../shared/undo/use-tell-nothing";
import { isStopped } from "../model";
import { type Done, usePending } from "../pending-decisions";
import { useConflicts, useDamaged, useGone, useStandsStill, useUnsettled } from "../queries";
import { ConflictCase } from "./ConflictCase";
import css from "./cases.module.css";
import { DamagedFilesCase } from "./DamagedFilesCase";
import { DeletedFiles } from "./DeletedFiles";
import { caseGroups, nextStanding, type Standing } from "./model";
import { QueueRow } from "./QueueRow";
import { RenamedFiles } from "./RenamedFiles";
import { StoppedCase } from "./StoppedCase";
import { UnsettledCase } from "./UnsettledCase";
import { CaseSettled, useCaseSettled } from "./use-case-keys";

/** Refusals of many names at once are mostly one and the same. */
const REFUSED_SHOWN = 5;

/** Stands for the shown case once it has left the queue by itself. */
const GONE = "";

const isSame = (a: Standing | null, b: Standing | null) =>
  a === b ||
  (a !== null && b !== null && a.key === b.key && a.at === b.at && a.held === b.held && a.undone === b.undone);

type Props = { folder: SyncedFolder; onDone: ReactNode };

export function NeedsYou({ folder, onDone }: Props) {
  const { t } = useTranslation("sync");
  const conflicts = useConflicts(folder);
  const gone = useGone(folder);
  const unsettled = useUnsettled(folder);
  const damaged = useDamaged(folder);
  const wanted = useLocation({ select: ({ hash }) => hash });
  const [standing, setStanding] = useState<Standing | null>(null);
  const [choices, setChoices] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const split = useRef<HTMLDivElement>(null);
  useFocusHome(split, () => list.current?.focus());
  const isStill = useStandsStill();
  const held = usePending(folder.id);
  const isOpen = (each: { section: string; name: string }) => !held.files.has(fileKey(each));
  const open = {
    conflicts: (conflicts.data ?? []).filter(isOpen),
    gone: gone.data && {
      ...gone.data,
      files: gone.data.files.filter(isOpen),
      renamed: gone.data.renamed.filter(isOpen),
    },
    damaged:
      folder.damaged === 0 || damaged.data === undefined
        ? undefined
        : { ...damaged.data, files: damaged.data.files.filter(isOpen) },
    unsettled: unsettled.data ?? [],
    stopped: isStopped(folder),
  };
  const groups = caseGroups(open);
  const cases = groups.flatMap((group) => group.cases);
  const asked = folder.damaged > 0 ? [conflicts, gone, unsettled, damaged] : [conflicts, gone, unsettled];
  const read = asked.every(({ data }) => data !== undefined);

  const isRead = read || open.stopped;
  const { undone } = held;
  const next = isRead ? nextStanding(standing, cases, { held: held.files.size, undone, wanted }) : standing;
  if (!isSame(next, standing)) setStanding(next);
  const shown = cases.find(({ key }) => key === next?.key);

  // Reached by a button that is gone: the queue takes the keyboard, so that its keys act, also from what had it while
  // the cases were read.
  const isAsking = cases.length > 0 && isRead;
  useEffect(() => {
    const { activeElement } = document;
    if (isAsking && (activeElement === document.body || activeElement?.matches("main, [role=tabpanel]")))
      list.current?.focus();
  }, [isAsking]);

  const isSettled = useCaseSettled(isAsking ? (shown?.key ?? GONE) : undefined, choices, held.files.size);
  // Nothing of the case hears a click too early, nor does what it opened over the page.
  const onClickCapture = (event: MouseEvent) => {
    if (isSettled()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const choose = (wish: number) => {
    const at = Math.max(0, Math.min(cases.length - 1, wish));
    const of = cases[at];
    if (of === undefined) return;
    setStanding({ key: of.key, at, held: held.files.size, undone });
    setChoices((count) => count + 1);
  };
  const at = next?.at ?? 0;
  // Where the shown case is gone, the one below stands in its place.
  const move = (step: number) => choose(shown === undefined && step > 0 ? at : at + step);
  useArrows(move, list);
  // Said of one decision, until another one is made or another case is chosen.
  const [late, setLate] = useState<{ done: Done; shown: string | undefined } | null>(null);
  const tellNothing = useTellNothing();
  useShortcut("undo", () => {
    const undone = undoNewest();
    setLate(undone || held.done === null ? null : { done: held.done, shown: shown?.key });
    if (!undone && held.done === null) tellNothing();
  });

  // A project that is closed cannot be looked at: then the stop itself is the case.
  const error = open.stopped ? null : (conflicts.error ?? gone.error ?? unsettled.error ?? damaged.error);
  if (error !== null)
    return (
      <div className={css.notes}>
        <FailureNote failure={failureOf(error)} />
      </div>
    );
  if (!read && !open.stopped) return <Skeleton />;
  const notes = (
    <Notes
      folder={folder}
      tooLate={late !== null && late.done === held.done && late.shown === shown?.key ? late.done : null}
    />
  );
  if (cases.length === 0)
    return (
      <>
        {notes}
        {held.files.size > 0 ? (
          <Empty action={onDone} title={t("detail.applied")}>
            {t("detail.appliedUndo")}
          </Empty>
        ) : (
          <Empty action={onDone} title={t("detail.noActionNeeded")}>
            {t("detail.nothingLeft")}
          </Empty>
        )}
      </>
    );

  return (
    <div className={css.split} data-cases ref={split}>
      <aside className={css.queue}>
        <div
          ref={list}
          aria-label={t("tab.needs")}
          className={css.list}
          role="listbox"
          tabIndex={0}
          aria-activedescendant={shown === undefined ? undefined : `case-${at}`}
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={group.name} aria-label={t(`conflict.group.${group.name}`)} role="group">
              <div aria-hidden="true" className={css.groupTitle}>
                {t(`conflict.group.${group.name}`)}{" "}
                {group.cases.length > 1 ? <span className="fd-ink3">{group.cases.length}</span> : null}
              </div>
              {group.cases.map((each) => (
                <QueueRow
                  key={each.key}
                  id={`case-${cases.indexOf(each)}`}
                  of={each}
                  onChoose={() => choose(cases.indexOf(each))}
                  selected={each === shown}
                />
              ))}
            </div>
          ))}
        </div>
        {folder.inStep > 0 && !open.stopped ? (
          <p className={`fd-small fd-ink2 ${css.rest}`}>
            {isStill(folder) ? t("detail.noneOverwritten") : t("detail.othersKeepSyncing", { count: folder.inStep })}
          </p>
        ) : null}
      </aside>
      <div className={css.case} onClickCapture={onClickCapture}>
        {notes}
        <CaseSettled value={isSettled}>
          {shown === undefined ? (
            <Empty title={t("conflict.gone.title")}>{t("conflict.gone.text")}</Empty>
          ) : shown.kind === "deleted" ? (
            <DeletedFiles folder={folder} gone={shown.gone} />
          ) : shown.kind === "renamed" ? (
            <RenamedFiles files={shown.files} folder={folder} />
          ) : shown.kind === "damaged" ? (
            <DamagedFilesCase damaged={shown.damaged} folder={folder} />
          ) : shown.kind === "unsettled" ? (
            <UnsettledCase key={shown.key} file={shown.file} folder={folder} />
          ) : shown.kind === "stopped" ? (
            <StoppedCase folder={folder} />
          ) : (
            <ConflictCase
              key={shown.key}
              all={open.conflicts}
              conflict={shown.conflict}
              folder={folder}
              onLater={() => move(1)}
              place={t("conflict.at", { at: at + 1, of: cases.length })}
            />
          )}
        </CaseSettled>
      </div>
    </div>
  );
}

/** What was refused of the last decision; and that Ctrl Z came too late for it, with the way back that is left. */
function Notes({ folder, tooLate }: { folder: SyncedFolder; tooLate: Done | null }) {
  const { t } = useTranslation("sync");
  const navigate = useNavigate();
  const { refused } = usePending(folder.id);
  if (tooLate === null && refused.length === 0) return null;
  const history = () => void navigate({ to: "/folders/$folder/$tab", params: { folder: folder.id, tab: "history" } });
  return (
    <div className={css.caseNotes}>
      {refused.slice(0, REFUSED_SHOWN).map(({ name, failure }) => (
        <FailureNote key={name} failure={failure} />
      ))}
      {tooLate === null ? null : (
        <Note actions={<Button onClick={history}>{t("tab.history")}</Button>} kind="plain">
          {t("conflict.tooLate", tooLate)}
        </Note>
      )}
    </div>
  );
}

/** The arrow keys choose the case wherever the focus stands, but never take them from a field, a list or a menu. */
function useArrows(move: (step: number) => void, list: RefObject<HTMLElement | null>): void {
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const own =
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, [role=menu], [role=dialog]");
      if (step === undefined || own || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      latest.current(step);
      list.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}
