/** Orders `P-2026-9` before `P-2026-10`, and å ø æ where a person looks for them. */
export const byNumber = new Intl.Collator("nb", { numeric: true, sensitivity: "base" });
