/** Stands for pdf.js, which draws in a browser alone: the journeys have it. */

import { vi } from "vitest";
import type { Pdf } from "../preview/pdf";

export const openPdf = vi.fn<() => Promise<Pdf>>();
