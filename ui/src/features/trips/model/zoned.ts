/** Quantities, lengths of time, days and moments of trips, in the region's format and the trips' time zone. */

import { usableLocale, usableZone } from "../../../shared/formats";
import type { BucketUnit } from "./buckets";

export interface TripFormats {
  number(value: number): string;
  /** A sum or a quantity: whole from a hundred on, else with one decimal at most. */
  quantity(value: number): string;
  /** The quantity of one trip, with one decimal. */
  amount(value: number): string;
  /** Kilometres with one decimal. */
  distance(km: number): string;
  /** `0:25`, hours and minutes. */
  duration(hours: number): string;
  /** A share from 0 to 1. */
  percent(share: number): string;
  /** A day, with its year. */
  day(day: string): string;
  /** A day for an axis, without its year. */
  shortDay(day: string): string;
  /** The days of a bucket for a reader, and for an axis. */
  bucket(from: string, to: string, unit: BucketUnit): string;
  shortBucket(from: string, unit: BucketUnit): string;
  /** A moment in the zone of the trips, with seconds and without, and in UTC. */
  moment(at: string): string;
  exact(at: string): string;
  utc(at: string): string;
}

export function createTripFormats(region: string, zone: string): TripFormats {
  const locale = usableLocale(region);
  const timeZone = usableZone(zone);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const tenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const one = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  const moments = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, hourCycle: "h23" });
    return (at: string) => format.format(new Date(at));
  };
  const date = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const day = days(date);
  const shortDay = days({ day: "numeric", month: "numeric" });
  const month = days({ month: "long", year: "numeric" });
  const shortMonth = days({ month: "short", year: "2-digit" });
  return {
    number: (value) => whole.format(value),
    quantity: (value) => (Math.abs(value) < 99.95 ? tenth : whole).format(value),
    amount: (value) => one.format(value),
    distance: (km) => one.format(km),
    duration: (hours) => {
      const minutes = Math.round(Math.abs(hours) * 60);
      const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
      return hours < 0 && minutes > 0 ? `−${text}` : text;
    },
    percent: (share) => percent.format(share),
    day,
    shortDay,
    bucket: (from, to, unit) =>
      unit === "day" ? day(from) : unit === "month" ? month(from) : `${day(from)} – ${day(to)}`,
    shortBucket: (from, unit) => (unit === "month" ? shortMonth(from) : shortDay(from)),
    moment: moments({ ...date, ...time, timeZone }),
    exact: moments({ ...date, ...time, second: "2-digit", timeZone }),
    utc: moments({ ...date, ...time, second: "2-digit", timeZone: "UTC" }),
  };
}
