/** The first sheet of a PDF, fitted into its parent. */

import { useEffect } from "react";
import css from "./preview.module.css";
import { useDrawnSheet, usePdf } from "./use-pdf";

type Props = { content: Blob; label: string; onDrawn: () => void; onFailed: (thrown: unknown) => void };

export default function PdfPicture({ content, label, onDrawn, onFailed }: Props) {
  const pdf = usePdf(content, onFailed);
  const { canvas, drawn } = useDrawnSheet(pdf, 1, onFailed, "both");
  useEffect(() => {
    if (drawn !== null) onDrawn();
  }, [drawn, onDrawn]);
  return <canvas aria-label={label} className={css.fitted} ref={canvas} role="img" />;
}
