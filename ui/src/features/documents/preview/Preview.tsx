/** What a document looks like, in its panel: the sheets of a PDF or an image. Other types have no preview. */

import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Document, Target, Transfer } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { ImageView } from "./ImageView";
import { type PreviewKind, previewKind } from "./model";
import css from "./preview.module.css";
import { Reading } from "./Reading";
import { Unshown } from "./Unshown";
import { usePreview } from "./use-preview";

/** `download` is the transfer that brings the bytes. What cannot be shown here can be opened. */
type Props = { document: Document; target: Target; download: Transfer | null; onOpen: () => void };

// With the first PDF: what reads them is larger than a screen.
const PdfView = lazy(() => import("./PdfView"));

export function Preview(props: Props) {
  // Its id is its version: another content is another document, and has a preview of its own.
  const kind = previewKind(props.document.name, useAppState().previewTypes);
  return kind === null ? null : <Framed {...props} key={props.document.id} kind={kind} />;
}

function Framed(props: Props & { kind: PreviewKind }) {
  const { t } = useTranslation("documents", { keyPrefix: "panel.preview" });
  return (
    <section aria-label={t("title")} className={css.preview}>
      <Shown {...props} />
    </section>
  );
}

function Shown({ document, target, download, onOpen, kind }: Props & { kind: PreviewKind }) {
  const { state, again } = usePreview(target, document.id);
  const [unreadable, setUnreadable] = useState<{ content: Blob; thrown: unknown } | null>(null);
  const { shownName } = document;
  const unshown = (thrown: unknown) => <Unshown name={shownName} onAgain={again} onOpen={onOpen} thrown={thrown} />;
  if (state.kind === "reading") return <Reading download={download} />;
  if (state.kind === "failed") return unshown(state.thrown);
  const { content } = state;
  if (unreadable?.content === content) return unshown(unreadable.thrown);
  const View = kind === "pdf" ? PdfView : ImageView;
  return (
    <Suspense fallback={<Reading download={null} />}>
      <View content={content} name={shownName} onFailed={(thrown) => setUnreadable({ content, thrown })} />
    </Suspense>
  );
}
