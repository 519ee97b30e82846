/** The place of a preview while its bytes come, with how many there are as soon as that is known. */

import { useTranslation } from "react-i18next";
import type { Transfer } from "../../../ipc";
import { Meter, Skeleton } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import css from "./preview.module.css";

export function Reading({ download }: { download: Transfer | null }) {
  const { t } = useTranslation("documents", { keyPrefix: "files.status" });
  const formats = useFormats();
  const { bytesDone, bytesTotal } = download ?? { bytesDone: 0, bytesTotal: 0 };
  if (bytesTotal === 0)
    return (
      <div className={css.ground}>
        <Skeleton rows={6} />
      </div>
    );
  const words = t("downloading", { ...formats.bytesOf(bytesDone, bytesTotal) });
  return (
    <div className={`${css.ground} ${css.reading}`}>
      <Meter done={bytesDone} label={words} total={bytesTotal} />
      <span className={css.small}>{words}</span>
    </div>
  );
}
