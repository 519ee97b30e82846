/** So long must what took the place of something have stood before a key or click can mean it; two within it are one. */
export const SETTLE_MS = 600;
