/** Reads a day: `3.11`, `0311`, `3 nov`, `03.11.2026`, `2026-11-03`. A date of 1899 is a spreadsheet's empty cell, and odd. Pure. */

const months = ["jan", "feb", "mar", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "des"];
const other: Record<string, number> = { maj: 5, may: 5, oct: 10, dec: 12, march: 3, mars: 3, june: 6, july: 7 };

/** Before this no machine was bought or serviced; spreadsheets write 1899 and 1900 for an empty cell. */
const firstYear = 1950;

/** The day as the service writes it, at midnight UTC; `odd` for a day that cannot be right. */
export function readDate(text: string, today: Date, monthFirst = false): string | "odd" | undefined {
  const parts = partsOf(text.trim().toLowerCase(), today, monthFirst);
  if (parts === undefined) return undefined;
  const { year, month, day } = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 100 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (year < firstYear || year > today.getFullYear() + 20) return "odd";
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T00:00:00Z`;
}

type Parts = { year: number; month: number; day: number };

function partsOf(text: string, today: Date, monthFirst: boolean): Parts | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ].*)?$/.exec(text);
  if (iso) return parts(iso[1], iso[2], iso[3]);
  const points = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{2}|\d{4})?)?$/.exec(text);
  if (points) {
    const [day, month] = monthFirst ? [points[2], points[1]] : [points[1], points[2]];
    return parts(yearOf(points[3], today), month, day);
  }
  const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(text);
  if (digits) return parts(yearOf(digits[3], today), digits[2], digits[1]);
  const named = /^(\d{1,2})\.? ?([\p{L}]{3,})\.?(?: (\d{2}|\d{4}))?$/u.exec(text);
  const month = named?.[2] === undefined ? undefined : monthOf(named[2]);
  return named && month !== undefined ? parts(yearOf(named[3], today), String(month), named[1]) : undefined;
}

function parts(year = "", month = "", day = ""): Parts {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function yearOf(text: string | undefined, today: Date): string {
  if (text === undefined) return String(today.getFullYear());
  if (text.length === 4) return text;
  return String(Number(text) > 70 ? 1900 + Number(text) : 2000 + Number(text));
}

function monthOf(word: string): number | undefined {
  const at = months.findIndex((month) => word.startsWith(month));
  if (at >= 0) return at + 1;
  return other[word] ?? other[word.slice(0, 3)];
}

const two = (value: number) => String(value).padStart(2, "0");
