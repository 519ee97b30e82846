/**
 * Milliseconds after a replacement during which input is ignored, so that a click meant for the old element does not
 * hit the new one; two clicks within it are one.
 */
export const SETTLE_MS = 600;
