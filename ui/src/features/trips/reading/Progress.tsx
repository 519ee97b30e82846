/** Progress of a reading, or the place where it stopped; shown over the trips kept already. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TripsState } from "../../../ipc";
import { FailureNote, Note, StateIcon } from "../../../shared/parts";
import css from "../trips.module.css";
import type { Reads } from "../use-read-trips";
import { useTripFormats } from "../use-trip-formats";

type Props = { state: TripsState; reads: Reads };

/** One line while trips are read. The service tells no total: there is no bar that could be true. */
export function ReadingLine({ state: { reading }, reads }: Props) {
  const { t } = useTranslation("trips");
  const formats = useTripFormats();
  if (reading === null) return null;
  return (
    <div className={css.progress} role="status">
      <span className="fd-turning">
        <StateIcon size={18} state="working" />
      </span>
      <span>
        <b>{t("reading.count", { count: reading.upserted, shown: formats.number(reading.upserted) })}</b>
        {reading.deleted > 0
          ? ` · ${t("reading.removed", { count: reading.deleted, shown: formats.number(reading.deleted) })}`
          : ""}
        {` · ${t("reading.continues")}`}
      </span>
      <Button disabled={reads.busy} onClick={reads.stop} size="xs">
        {t("reading.stop")}
      </Button>
    </div>
  );
}

/** Why reading stopped, and the way to resume it. */
export function StoppedNote({ state: { stopped, reading }, reads }: Props) {
  const { t } = useTranslation("trips");
  if (stopped === null || reading !== null) return null;
  const resume = (
    <Button disabled={reads.busy} onClick={reads.resume} size="xs">
      {t("stopped.resume")}
    </Button>
  );
  if (stopped.failure === null)
    return (
      <Note actions={resume} kind="info">
        {t("stopped.early")} {t("stopped.kept")}
      </Note>
    );
  return (
    <>
      <FailureNote failure={stopped.failure} />
      <Note actions={resume} kind="info">
        {t("stopped.early")} {t("stopped.kept")}
      </Note>
    </>
  );
}

/** The server no longer tells what changed since: sums may be wrong until all is read. */
export function AgainNote({ state, reads, onForm }: Props & { onForm: () => void }) {
  const { t } = useTranslation("trips");
  if (!state.mustBeReadAgain || state.reading !== null) return null;
  return (
    <Note
      actions={
        <Button disabled={reads.busy} onClick={onForm} size="xs">
          {t("again.button")}
        </Button>
      }
      kind="needs"
    >
      <b>{t("again.title")}</b> {t("again.text")}
    </Note>
  );
}
