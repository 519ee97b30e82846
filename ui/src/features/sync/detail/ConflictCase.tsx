/** A conflict: its events, both sides, and equal buttons that say what each does to crews and to the folder. */

import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type ConflictReason,
  type FolderConflict,
  failureOf,
  type Keep,
  type SyncedFolder,
  useBridge,
} from "../../../ipc";
import { useKeptUntil } from "../../../shared/app-state";
import { useFailureWords } from "../../../shared/error-messages";
import { inSentence } from "../../../shared/formats";
import type { GuidePlace } from "../../../shared/guide";
import { localDay } from "../../../shared/local-time";
import { GuideLink, Icon, Keys } from "../../../shared/parts";
import { tellDone } from "../../../shared/undo/store";
import { useAsk } from "../../../shared/use-ask";
import { useFormats } from "../../../shared/use-formats";
import { useDecide } from "../pending-decisions";
import { ConflictTimeline } from "./ConflictTimeline";
import css from "./cases.module.css";
import { alike, byHandAt, type ChoiceLabel, choicesOf, shownOf, situation, theirsName, theirsOf } from "./model";
import { useCaseKeys, useOnceInAWhile } from "./use-case-keys";
import { VersionCompare } from "./VersionCompare";

/** What the guide says of other questions than which version to keep. */
const guideOf: Record<string, GuidePlace> = {
  nameCollision: "folders#name-clash",
  duplicateNames: "folders#duplicates",
};

/** The questions of what was done by hand on this computer: nobody else did it. */
const byHandQuestion: Partial<Record<ConflictReason, "bothChangedManually" | "replacedManually" | "deletedManually">> =
  {
    bothChanged: "bothChangedManually",
    replacedElsewhere: "replacedManually",
    deletedElsewhere: "deletedManually",
  };

type Props = {
  folder: SyncedFolder;
  conflict: FolderConflict;
  all: readonly FolderConflict[];
  place: string;
  onLater: () => void;
};

export function ConflictCase({ folder, conflict, all, place, onLater }: Props) {
  const { t } = useTranslation("sync", { keyPrefix: "conflict" });
  const bridge = useBridge();
  const formats = useFormats();
  const { look, busy } = useLook();
  const once = useOnceInAWhile();
  const decide = useDecide();
  const [others, setOthers] = useState(false);
  const same = alike(conflict, all);
  const choices = choicesOf(conflict);
  const kind = situation(conflict);
  const date = formats.date(useKeptUntil());

  const choose = (keep: Keep, label: ChoiceLabel | null, fileReferenceId: string | null = null) => {
    const conflicts = [conflict, ...(others ? same : [])].map(shownOf);
    decide({
      folder: folder.id,
      kind: "conflicts",
      files: conflicts,
      name: conflict.shownName,
      choice: t(label === null ? "keepThis" : `keep.${label}`),
      said: (count) => t("resolved", { count }),
      run: () => bridge.resolveConflicts(folder.id, conflicts, keep, fileReferenceId),
    });
  };
  const file = { section: conflict.section, name: conflict.name };
  const open = {
    yours: () => look(() => bridge.openFolderFile(folder.id, file)),
    theirs: (id: string) => look(() => bridge.openConflictDocument(folder.id, shownOf(conflict), id)),
  };
  const theirs = theirsOf(conflict);
  const compare = () => {
    if (theirs === undefined || busy) return;
    once(() => void look(() => bridge.compareConflict(folder.id, shownOf(conflict), theirs.fileReferenceId)));
  };

  // 1, 2, 3 choose, A takes those that are alike along and O opens both.
  useCaseKeys((key) => {
    const choice = choices[Number(key) - 1];
    if (choice !== undefined) choose(choice.keep, choice.label);
    else if (key === "o" && kind === "both") compare();
    else if (key === "a" && same.length > 0) setOthers((on) => !on);
    else return false;
    return true;
  });

  const { stem, extension } = theirsName(conflict.shownName);
  const copy = t("theirsName", { stem, time: `${localDay(new Date())} …`, extension });
  return (
    <article aria-labelledby="case-title" className={css.one}>
      <div className={css.oneHead}>
        <div>
          <h2 className={`fd-title fd-copyable ${css.oneTitle}`} id="case-title">
            {conflict.shownName}
          </h2>
          <p className="fd-ink2">
            {useQuestion(conflict)} <GuideLink to={guideOf[conflict.reason] ?? "folders#conflict"} />
          </p>
        </div>
        <span className="fd-small fd-ink3">{place}</span>
      </div>
      {kind === "both" ? <ConflictTimeline conflict={conflict} /> : null}
      {kind === "collision" ? null : (
        <VersionCompare
          conflict={conflict}
          folder={folder.id}
          onKeep={(id) => choose("remote", null, id)}
          onOpen={open}
        />
      )}
      {kind === "collision" ? (
        <div>
          <Button
            leftSection={<Icon name="folder" />}
            onClick={() => void look(() => bridge.showFolder(folder.id, file))}
          >
            {t("showInFolder")}
          </Button>
        </div>
      ) : (
        <div className={css.kept}>
          <Icon className="fd-ink3" name="history" size={18} />
          <span className="fd-small fd-ink2">
            {t("kept", { date })} {byHandAt(conflict) === null ? t("whoUnknown") : ""}
          </span>
          {kind === "both" ? (
            <Button leftSection={<Icon name="open" />} loading={busy} onClick={compare}>
              {t(theirs?.bytes === null ? "downloadAndCompare" : "openBoth")}
            </Button>
          ) : null}
        </div>
      )}
      <div className={css.choices}>
        {choices.map(({ keep, label, does }, at) => (
          <div key={keep} className={css.choice}>
            <div className={css.choiceHead}>
              <Button onClick={() => choose(keep, label)}>{t(`keep.${label}`)}</Button>
              <Keys>{String(at + 1)}</Keys>
            </div>
            <p className="fd-small fd-ink2">{t(`does.${does}`, { date, name: copy })}</p>
          </div>
        ))}
      </div>
      <div className={css.oneFoot}>
        {same.length === 0 ? (
          <span />
        ) : (
          <Checkbox
            checked={others}
            label={
              <>
                {t("all", { count: same.length })} <Keys>A</Keys>
              </>
            }
            onChange={(event) => setOthers(event.currentTarget.checked)}
          />
        )}
        <span className={`fd-small fd-ink2 ${css.hint}`}>
          <Keys>↑</Keys> <Keys>↓</Keys> {t("nextFile")}
          <Button onClick={onLater} size="compact-sm" variant="subtle">
            {t("later")}
          </Button>
        </span>
      </div>
    </article>
  );
}

/** Opens something to look at. Why it was not opened is told in a toast: a note would push the answers out of a low
 * window. */
function useLook() {
  const { ask, busy } = useAsk();
  const words = useFailureWords();
  const tell = (thrown: unknown) => {
    const { sentence, fix, small } = words(failureOf(thrown));
    tellDone([sentence, fix, small].filter(Boolean).join(" "));
  };
  return { look: (act: () => Promise<unknown>) => ask(() => act().catch(tell)), busy };
}

function useQuestion(conflict: FolderConflict): string {
  const { t } = useTranslation("sync", { keyPrefix: "conflict" });
  const formats = useFormats();
  const { reason, local, shownName } = conflict;
  if (reason === "nameCollision")
    return t("question.nameCollision", { name: shownName, other: local?.collidesWith ?? t("otherFile") });
  const byHand = byHandAt(conflict);
  const own = byHandQuestion[reason];
  if (byHand !== null && local !== null && own !== undefined)
    return t(`question.${own}`, { time: inSentence(formats.stamp(byHand)) });
  if (situation(conflict) === "theirsOnly") return t("question.deletedReplaced");
  return t(`question.${reason}`);
}
