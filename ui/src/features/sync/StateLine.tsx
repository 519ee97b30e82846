/** A folder's chip: the state of its worst file, with the number that belongs to it. */

import { useTranslation } from "react-i18next";
import type { SyncedFolder } from "../../ipc";
import { StateChip, StateIcon } from "../../shared/parts";
import stateCss from "../../shared/parts/state.module.css";
import { useFormats } from "../../shared/use-formats";
import { chipCount, pausedUntil } from "./model";
import { useFolders } from "./queries";

export function StateLine({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync");
  const { t: status } = useTranslation("status");
  const formats = useFormats();
  const { state, progress } = folder;
  const all = useFolders().data?.paused ?? null;
  const until = state === "paused" ? pausedUntil(folder, all) : null;
  const more =
    state === "working" && progress !== null && progress.bytesTotal > 0
      ? ` · ${t("sentence.percent", { percent: Math.floor((100 * progress.bytesDone) / progress.bytesTotal) })}`
      : until !== null
        ? ` ${t("sentence.pausedUntil", { until: formats.clock(until) })}`
        : null;
  if (more === null) {
    const count = chipCount(folder);
    return <StateChip state={state} {...(count === undefined ? {} : { count })} />;
  }
  return (
    <span className={`fd-chip ${stateCss.chip} ${stateCss[state]}`}>
      <StateIcon size={15} state={state} />
      <span>
        {status(state)}
        {more}
      </span>
    </span>
  );
}
