/** Things that happened together: time, outcome, how many, in which folder. By cause, never one line a file. */

import { StateIcon, type StateName } from "../../shared/parts";
import { useFormats } from "../../shared/use-formats";
import css from "./list/side.module.css";
import type { Happening } from "./model";
import { useSyncWords } from "./use-words";

const looks: Record<string, StateName> = {
  failed: "failed",
  verified: "verified",
  changed: "sent",
  removed: "sent",
  paused: "paused",
};

/** How something that happened ended. */
export function EventIcon({ kind }: { kind: string }) {
  const state = looks[kind] ?? "inStep";
  return (
    <span className={css.eventIcon} data-state={state}>
      <StateIcon state={state} />
    </span>
  );
}

type Props = { line: Happening; onOpen?: (() => void) | undefined };

export function EventLine({ line, onOpen }: Props) {
  const formats = useFormats();
  const { happened } = useSyncWords();
  return (
    <div className={css.event}>
      <time className="fd-small fd-ink2" dateTime={line.at}>
        {formats.time(line.at)}
      </time>
      <EventIcon kind={line.kind} />
      <span className={css.eventText}>
        <span>{happened(line.kind, line.events.length)}</span>
        {onOpen === undefined ? (
          <span className={`fd-small fd-ink2 ${css.cut}`}>{line.folderName}</span>
        ) : (
          <button className={`fd-small ${css.quietLink}`} onClick={onOpen} type="button">
            {line.folderName}
          </button>
        )}
      </span>
    </div>
  );
}
