/** The sheets of a PDF, one at a time, as wide as the panel. */

import { ActionIcon } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon, Skeleton } from "../parts";
import { sheetAfter } from "./model";
import css from "./preview.module.css";
import { useDrawnSheet, usePdf } from "./use-pdf";

type Props = { content: Blob; name: string; onFailed: (thrown: unknown) => void };

export default function PdfView({ content, name, onFailed }: Props) {
  const { t } = useTranslation("common", { keyPrefix: "preview" });
  const pdf = usePdf(content, onFailed);
  const [sheet, setSheet] = useState(1);
  const { canvas, drawn } = useDrawnSheet(pdf, sheet, onFailed);
  const total = pdf?.sheets ?? 0;
  const at = { at: sheet, total };
  const turn = (event: KeyboardEvent) => {
    const to = event.altKey || event.ctrlKey || event.metaKey ? null : sheetAfter(event.key, sheet, total);
    if (to === null) return;
    event.preventDefault();
    setSheet(to);
  };
  return (
    <>
      <div className={css.ground}>
        {drawn === null ? <Skeleton rows={6} /> : null}
        <canvas
          aria-label={t("sheet", { name, at: drawn ?? sheet, total })}
          className={css.sheet}
          data-drawn={drawn ?? undefined}
          hidden={drawn === null}
          ref={canvas}
          role="img"
        />
      </div>
      {total > 1 ? (
        <div className={css.turn}>
          <ActionIcon
            aria-disabled={sheet === 1}
            aria-label={t("previous")}
            onClick={() => setSheet(Math.max(1, sheet - 1))}
            onKeyDown={turn}
          >
            <Icon name="left" />
          </ActionIcon>
          <span aria-live="polite">{t("count", at)}</span>
          <ActionIcon
            aria-disabled={sheet === total}
            aria-label={t("next")}
            onClick={() => setSheet(Math.min(total, sheet + 1))}
            onKeyDown={turn}
          >
            <Icon name="right" />
          </ActionIcon>
        </div>
      ) : null}
    </>
  );
}
