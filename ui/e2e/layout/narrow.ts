/** A narrow and common window; what is less wide is not for offices. */
export const narrow = { width: 1366, height: 768 };
