/** Preview of a document in its panel: the sheets of a PDF or an image. Other types have none. */

import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Document, type Target, type Transfer, useBridge } from "../../../ipc";
import { useAppState } from "../../../shared/app-state";
import { ImageView, PdfView, type PreviewKind, previewKind, type ReadBytes, usePreview } from "../../../shared/preview";
import css from "./preview.module.css";
import { Reading } from "./Reading";
import { Unshown } from "./Unshown";

/** `download` is the transfer that brings the bytes. What cannot be shown here can be opened. */
type Props = { document: Document; target: Target; download: Transfer | null; onOpen: () => void };

export function Preview(props: Props) {
  // Its id is its version: another content is another document, and has a preview of its own.
  const kind = previewKind(props.document.name, useAppState().previewTypes);
  return kind === null ? null : <Framed {...props} key={props.document.id} kind={kind} />;
}

function Framed(props: Props & { kind: PreviewKind }) {
  const { t } = useTranslation("common", { keyPrefix: "preview" });
  return (
    <section aria-label={t("title")} className={css.preview}>
      <Shown {...props} />
    </section>
  );
}

function Shown({ document, target, download, onOpen, kind }: Props & { kind: PreviewKind }) {
  const { t } = useTranslation("common", { keyPrefix: "preview" });
  const { state, again } = usePreview(useBytes(target, document.id));
  const [unreadable, setUnreadable] = useState<{ content: Blob; thrown: unknown } | null>(null);
  const { shownName } = document;
  const unshown = (thrown: unknown) => <Unshown name={shownName} onAgain={again} onOpen={onOpen} thrown={thrown} />;
  if (state.kind === "reading") return <Reading download={download} />;
  if (state.kind === "failed") return unshown(state.thrown);
  const { content } = state;
  if (unreadable?.content === content) return unshown(unreadable.thrown);
  const onFailed = (thrown: unknown) => setUnreadable({ content, thrown });
  if (kind === "image")
    return (
      <div className={css.ground}>
        <ImageView
          className={css.image}
          content={content}
          label={t("image", { name: shownName })}
          onFailed={onFailed}
        />
      </div>
    );
  return (
    <Suspense fallback={<Reading download={null} />}>
      <PdfView content={content} name={shownName} onFailed={onFailed} />
    </Suspense>
  );
}

function useBytes({ project, workOrder }: Target, id: string): ReadBytes {
  const bridge = useBridge();
  return useCallback(
    (signal) => bridge.readDocument({ project, workOrder }, id, signal),
    [bridge, project, workOrder, id],
  );
}
