/** The views of PDF documents. What reads them is larger than a screen: it is loaded with the first one. */

import { lazy } from "react";

/** All sheets, one at a time. */
export const PdfView = lazy(() => import("./PdfView"));

/** The first sheet alone, fitted into a box. */
export const PdfPicture = lazy(() => import("./PdfPicture"));
