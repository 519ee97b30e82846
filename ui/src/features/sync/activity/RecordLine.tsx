/** A change of machines or users in the activity, with its undo while it was not undone. */

import { useTranslation } from "react-i18next";
import type { BatchSummary, Resource } from "../../../ipc";
import { Icon } from "../../../shared/parts";
import { RowButton } from "../../../shared/parts/RowButton";
import { canUndoBatch } from "../../../shared/records/panels/UndoBatch";
import { useFormats } from "../../../shared/use-formats";
import css from "../detail/files.module.css";

type Props = { area: Resource; batch: BatchSummary; words: string; onUndo: () => void };

export function RecordLine({ area, batch, words, onUndo }: Props) {
  const { t } = useTranslation("sync", { keyPrefix: "activity" });
  const formats = useFormats();
  return (
    <>
      <time className="fd-small fd-ink2" dateTime={batch.at}>
        {formats.time(batch.at)}
      </time>
      <Icon className="fd-ink3" name={area === "machines" ? "machine" : "people"} />
      <span className={css.happening}>
        {words}
        {batch.revertedBy === null ? null : <span className="fd-small fd-ink2"> {t("wasUndone")}</span>}
      </span>
      {canUndoBatch(batch) ? (
        <RowButton aria-label={`${t("undo")}: ${words}`} onClick={onUndo}>
          {t("undo")}
        </RowButton>
      ) : null}
    </>
  );
}
