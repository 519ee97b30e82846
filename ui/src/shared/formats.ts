/** Numbers, sizes, dates and times in the format of the computer's region, whatever the language of the words. */

export interface FormatWords {
  today: string;
  yesterday: string;
}

export interface Formats {
  number(value: number): string;
  /** With the decimals that it has, three at most. */
  decimal(value: number): string;
  /** `8,4 MB`, `740 kB`: decimal units, as file managers of today count. */
  bytes(value: number): string;
  /** `118 of 310 MB` needs both numbers in one unit: the number without its unit, and the unit. */
  bytesOf(done: number, total: number): { done: string; total: string };
  time(at: Date | string): string;
  date(at: Date | string): string;
  /** The date, within the next twelve months without its year. */
  coming(at: Date | string): string;
  /** `Today 13:58`, `Yesterday 09:12`, else the date. */
  moment(at: Date | string): string;
  /** `Today 13:58`, `Yesterday 09:12`, else the date and the time: where the minute decides. */
  stamp(at: Date | string): string;
  /** `14:06` today, else the date and the time. */
  clock(at: Date | string): string;
}

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** Makes the formats of a region. An unknown region falls back to the one of the web view. */
export function createFormats(region: string, words: FormatWords, now: () => Date = () => new Date()): Formats {
  const locale = usableLocale(region);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", year: "numeric" });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit" });

  const unitFor = (value: number) => {
    let unit = 0;
    // A size that would round to 1000 belongs to the next unit.
    while (unit < units.length - 1 && value >= (unit === 0 ? 1000 : 999.5) * 1000 ** unit) unit += 1;
    return unit;
  };
  const inUnit = (value: number, unit: number) => {
    const scaled = value / 1000 ** unit;
    return unit < 2 || scaled >= 99.95 ? whole.format(scaled) : tenth.format(scaled);
  };
  const bytes = (value: number) => {
    const unit = unitFor(value);
    return `${inUnit(value, unit)}\u00A0${units[unit]}`;
  };
  const isToday = (at: Date) => at.toDateString() === now().toDateString();

  return {
    number: (value) => whole.format(value),
    decimal: (value) => exact.format(value),
    bytes,
    bytesOf: (done, total) => {
      const unit = unitFor(total);
      return { done: inUnit(done, unit), total: bytes(total) };
    },
    time: (at) => time.format(asDate(at)),
    date: (at) => date.format(asDate(at)),
    coming: (given) => {
      const at = asDate(given);
      const nextYear = now();
      nextYear.setFullYear(nextYear.getFullYear() + 1);
      return at > now() && at < nextYear ? dayOfYear.format(at) : date.format(at);
    },
    moment: (given) => {
      const at = asDate(given);
      if (isToday(at)) return `${words.today} ${time.format(at)}`;
      const yesterday = new Date(now());
      yesterday.setDate(yesterday.getDate() - 1);
      if (at.toDateString() === yesterday.toDateString()) return `${words.yesterday} ${time.format(at)}`;
      return date.format(at);
    },
    stamp: (given) => {
      const at = asDate(given);
      const day = isToday(at) ? words.today : isToday(tomorrowOf(at)) ? words.yesterday : date.format(at);
      return `${day} ${time.format(at)}`;
    },
    clock: (given) => {
      const at = asDate(given);
      return isToday(at) ? time.format(at) : `${date.format(at)} ${time.format(at)}`;
    },
  };
}

function tomorrowOf(at: Date): Date {
  const next = new Date(at);
  next.setDate(next.getDate() + 1);
  return next;
}

function asDate(at: Date | string): Date {
  return typeof at === "string" ? new Date(at) : at;
}

/** Regions come from the system (`nb-NO`, `C`, `en_GB.UTF-8`); the web view refuses some of them. */
export function usableLocale(region: string): string | undefined {
  const tag = region.split(".")[0]?.replaceAll("_", "-") ?? "";
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}

/** `today 13:58`: a moment in the middle of a sentence. */
export function inSentence(moment: string): string {
  return moment.replace(/^./u, (first) => first.toLocaleLowerCase());
}

/** A name of a zone that this web view knows; else the computer's zone. */
export function usableZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
