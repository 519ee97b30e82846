/** Rows of a list that is read for the first time. They appear after 200 ms, so that a quick answer does not flicker. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import css from "./parts.module.css";

export function Skeleton({ rows = 8 }: { rows?: number }) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div aria-label={t("reading")} className={css.skeleton} role="status">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <span className={css.skeletonRow} key={row} style={{ width: `${78 - ((row * 17) % 38)}%` }} />
      ))}
    </div>
  );
}
