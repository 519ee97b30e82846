/** The rows of the queue of cases. */

import { useTranslation } from "react-i18next";
import { inSentence } from "../../../shared/formats";
import { FileTag, Icon, MiddleEllipsis } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import css from "./cases.module.css";
import type { Case } from "./model";

type PlainProps = { id: string; selected: boolean; onChoose: () => void; name?: string };

/** A file that keeps changing, or without a name the folder as a whole. */
function PlainRow({ id, selected, onChoose, name }: PlainProps) {
  const { t } = useTranslation("sync");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list holds the focus and the keys
    <div aria-selected={selected} className={css.row} id={id} onClick={onChoose} role="option">
      {name === undefined ? <Icon name="folder" size={18} /> : <FileTag name={name} />}
      <span className={css.rowText}>
        {name === undefined ? <span>{t("conflict.line.stopped")}</span> : <MiddleEllipsis text={name} />}
        {name === undefined ? null : <span className="fd-small fd-ink2">{t("why.keepsChanging")}</span>}
      </span>
    </div>
  );
}

type RowProps = { of: Case; id: string; selected: boolean; onChoose: () => void };

/** A case of the queue: what it is about, and what is known of it. */
export function QueueRow({ of, id, selected, onChoose }: RowProps) {
  const { t } = useTranslation("sync");
  const formats = useFormats();
  const together = useTogether(of);
  if (of.kind === "stopped") return <PlainRow id={id} onChoose={onChoose} selected={selected} />;
  if (of.kind === "unsettled")
    return <PlainRow id={id} name={of.file.shownName} onChoose={onChoose} selected={selected} />;
  const second =
    of.kind !== "conflict"
      ? t(`conflict.line.${of.kind === "deleted" ? "still" : of.kind === "renamed" ? "bothNames" : "notUploaded"}`)
      : of.conflict.reason === "duplicateNames"
        ? t(of.conflict.local === null ? "conflict.line.inProject" : "conflict.line.inProjectAndFolder", {
            count: of.conflict.remote.length,
          })
        : of.conflict.local === null
          ? t("conflict.deletedFromFolder")
          : t("conflict.line.changed", { time: inSentence(formats.moment(of.conflict.local.modifiedAt)) });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list holds the focus and the keys
    <div aria-selected={selected} className={css.row} id={id} onClick={onChoose} role="option">
      {of.kind === "conflict" ? (
        <FileTag name={of.conflict.name} />
      ) : (
        <Icon name={of.kind === "deleted" ? "bin" : of.kind === "renamed" ? "arrow" : "info"} size={18} />
      )}
      <span className={css.rowText}>
        {of.kind === "conflict" ? <MiddleEllipsis text={of.conflict.shownName} /> : <span>{together}</span>}
        <span className="fd-small fd-ink2">{second}</span>
      </span>
    </div>
  );
}

/** What a case of several files is about. */
function useTogether(of: Case): string {
  const { t } = useTranslation("sync", { keyPrefix: "conflict.line" });
  const [first, second] = of.kind === "renamed" ? of.files : [];
  switch (of.kind) {
    case "deleted":
      return t("deletedTogether", { count: of.gone.files.length });
    case "damaged":
      return t("changedTogether", { count: of.damaged.files.length });
    case "renamed":
      if (first !== undefined && second === undefined && first.shownName === first.shownToName)
        return t("movedTo", { name: first.shownName, section: first.toSection });
      if (first !== undefined && second === undefined)
        return t("renamedTo", { name: first.shownName, to: first.shownToName });
      return t("renamedTogether", { count: of.files.length });
    default:
      return "";
  }
}
