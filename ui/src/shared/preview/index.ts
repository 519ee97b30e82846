/** Pictures of files: PDF documents and images. The views of PDF are loaded with the first one. */

export { ImageView } from "./ImageView";
export { type PreviewKind, type Problem, previewKind, problemOf, UnreadableDocument } from "./model";
export { Picture, PictureBox } from "./Picture";
export { PdfView } from "./pdf-views";
export { type ReadBytes, usePreview } from "./use-preview";
