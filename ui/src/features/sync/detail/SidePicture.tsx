/** Picture of one side of a conflict: the first sheet of a PDF, or an image. */

import { useCallback } from "react";
import { type FolderConflict, useBridge } from "../../../ipc";
import { Picture, PictureBox, type PreviewKind } from "../../../shared/preview";

/** Without a document the file in the folder is shown; `missing` is said while the document is not downloaded. */
type Props = {
  kind: PreviewKind;
  folder: string;
  file: Pick<FolderConflict, "section" | "name" | "shownName">;
  document: string | null;
  label: string;
  missing?: string | undefined;
  onOpen: () => unknown;
};

export function SidePicture({ kind, folder, file, document, label, missing, onOpen }: Props) {
  const bridge = useBridge();
  const { section, name, shownName } = file;
  const read = useCallback(
    (signal: AbortSignal) => bridge.readFolderFile(folder, { section, name }, document, signal),
    [bridge, folder, section, name, document],
  );
  if (missing !== undefined) return <PictureBox>{missing}</PictureBox>;
  return <Picture kind={kind} label={label} name={shownName} onOpen={() => void onOpen()} read={read} />;
}
