/** The drawing of a conflict: both the same, then two branches. Unknown times are not drawn. */

import { useTranslation } from "react-i18next";
import type { FolderConflict } from "../../../ipc";
import { inSentence } from "../../../shared/formats";
import { useFormats } from "../../../shared/use-formats";
import css from "./cases.module.css";

export function ConflictTimeline({ conflict: { agreedAt, local, remote } }: { conflict: FolderConflict }) {
  const { t } = useTranslation("sync", { keyPrefix: "conflict.fork" });
  const formats = useFormats();
  const agreed = agreedAt === null ? null : formats.stamp(agreedAt);
  const saved = local === null ? null : formats.stamp(local.modifiedAt);
  // The server does not tell when: after both were the same, and before it was read here.
  const theirs = remote.find(({ ours }) => !ours);
  const stamp = (time: string | null | undefined) => (typeof time === "string" ? formats.stamp(time) : null);
  const [seen, byHand] = [stamp(theirs?.fetchedAt), stamp(theirs?.uploadedByHand)];
  const around =
    agreed !== null
      ? t("after", { time: inSentence(agreed) })
      : seen !== null
        ? t("before", { time: inSentence(seen) })
        : t("notKnown");
  return (
    <div className={css.fork}>
      <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 800 120">
        <path className={css.forkLine} d="M0 60H210" strokeOpacity={agreed === null ? 0 : 0.7} />
        <path className={css.forkLine} d="M210 60C260 60 270 30 320 30H800" />
        <path className={css.forkLine} d="M210 60C260 60 270 90 320 90H800" strokeDasharray="6 5" />
      </svg>
      {agreed === null ? null : (
        <span className={`${css.forkPoint} ${css.forkSame}`}>
          <b className="fd-small">{t("same")}</b>
          <i className={css.dotSame} />
          <span className="fd-small fd-ink2">{agreed}</span>
        </span>
      )}
      <span className={`${css.forkPoint} ${css.forkYours}`}>
        <b className="fd-small">{t("saved")}</b>
        <i className={css.dotYours} />
        <span className="fd-small fd-ink2">{saved ?? t("notKnown")}</span>
      </span>
      <span className={`${css.forkPoint} ${css.forkTheirs}`}>
        <b className="fd-small">{t("replaced")}</b>
        <i className={css.dotTheirs} />
        <span className="fd-small fd-ink2">{byHand ?? around}</span>
      </span>
    </div>
  );
}
