/** A small picture of a file: the first sheet of a PDF, or an image, in a box of one height. A press opens the file. */

import { type ReactNode, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../ipc";
import { useFailureWords } from "../error-messages";
import { Skeleton } from "../parts";
import { ImageView } from "./ImageView";
import { type PreviewKind, problemOf } from "./model";
import { PdfPicture } from "./pdf-views";
import css from "./preview.module.css";
import { type ReadBytes, usePreview } from "./use-preview";

/** `label` says what a press does; `read` keeps its identity as long as the content is the same. */
type Props = { name: string; kind: PreviewKind; label: string; read: ReadBytes; onOpen: () => void };

export function Picture({ name, kind, label, read, onOpen }: Props) {
  const { state } = usePreview(read);
  if (state.kind === "failed") return <Unshown thrown={state.thrown} />;
  if (state.kind === "ready")
    return <Drawn content={state.content} kind={kind} label={label} name={name} onOpen={onOpen} />;
  return (
    <PictureBox>
      <Skeleton rows={4} />
    </PictureBox>
  );
}

/** The place of a picture, with words where there is none. */
export function PictureBox({ children }: { children: ReactNode }) {
  return (
    <div className={css.picture}>
      {typeof children === "string" ? <p className={css.words}>{children}</p> : children}
    </div>
  );
}

function Drawn({ name, kind, label, content, onOpen }: Omit<Props, "read"> & { content: Blob }) {
  const { t } = useTranslation("common", { keyPrefix: "preview" });
  const [drawn, setDrawn] = useState(false);
  const [failed, setFailed] = useState<{ thrown: unknown } | null>(null);
  const onDrawn = useCallback(() => setDrawn(true), []);
  const onFailed = useCallback((thrown: unknown) => setFailed({ thrown }), []);
  if (failed !== null) return <Unshown thrown={failed.thrown} />;
  const shared = { content, label: t("image", { name }), onDrawn, onFailed };
  return (
    <PictureBox>
      {drawn ? null : <Skeleton rows={4} />}
      <button aria-label={label} className={css.open} data-drawn={drawn} onClick={onOpen} type="button">
        <Suspense fallback={null}>
          {kind === "pdf" ? <PdfPicture {...shared} /> : <ImageView {...shared} className={css.fitted} />}
        </Suspense>
      </button>
    </PictureBox>
  );
}

function Unshown({ thrown }: { thrown: unknown }) {
  const { t } = useTranslation("common", { keyPrefix: "preview.short" });
  const wordsOf = useFailureWords();
  const problem = problemOf(thrown);
  return <PictureBox>{problem === null ? wordsOf(failureOf(thrown)).sentence : t(problem)}</PictureBox>;
}
