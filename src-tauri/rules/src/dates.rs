//! Days and times as people write them. Pure: the day of today is given.
//!
//! The parser of fields, files, arguments and panels. A text that can be two days is refused with
//! both: a wrong guess would be stored.

mod parts;
mod time;

pub(crate) use parts::month_of;

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

use parts::{Part, Sign, parts};

/// Years that a day can be of; spreadsheets write 1899 and 1900 for an empty cell.
pub const DAY_YEARS: std::ops::RangeInclusive<i32> = 1901..=2200;
/// The youngest person who works.
const LEAST_AGE: i32 = 14;
/// A year of two digits is at most so many years ago, and not as many to come.
const YEARS_AROUND: i32 = 50;
/// Years around this one in which a day without its year is looked for: 29 February has one in
/// eight at least.
const YEARS_OF_A_BARE_DAY: i32 = 8;

/// The number that a region writes first, where the signs between the numbers do not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOrder {
    /// The day.
    DayFirst,
    /// The month, where slashes stand between the numbers.
    MonthFirst,
    /// Not known: `3/4/2026` is refused.
    Unknown,
}

/// The event that a day is of, which decides the year where it is left out or short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", rename = "DayMeaning")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Meaning {
    /// A birth: 14 years ago at least. The year is always written.
    Birth,
    /// An event of the past: a day without its year is the last one.
    Past,
    /// Neither: a day without its year is the nearest.
    Near,
    /// An event to come: a day without its year is the next one.
    Coming,
}

/// Reader of days.
#[derive(Debug, Clone, Copy)]
pub struct Days {
    /// The day of today.
    pub today: NaiveDate,
    /// The number that the region writes first.
    pub order: DayOrder,
    /// The event that they are of.
    pub meaning: Meaning,
}

/// A day, perhaps with a clock time, as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The day.
    pub day: NaiveDate,
    /// The time, where there is one.
    pub time: Option<NaiveTime>,
    /// The offset from UTC that stands behind the time.
    pub offset: Option<FixedOffset>,
}

impl Written {
    /// Returns the instant, where a time with its offset was written.
    #[must_use]
    pub fn exact(&self) -> Option<DateTime<Utc>> {
        let local = NaiveDateTime::new(self.day, self.time?);
        let at = local.and_local_timezone(self.offset?).single()?;
        Some(at.to_utc())
    }
}

/// The reason that a text is no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoDay {
    /// Not written as a day, or a day that does not exist.
    Unread,
    /// Either of two days.
    TwoDays(NaiveDate, NaiveDate),
    /// Only its year is missing.
    NoYear,
    /// A day that cannot be meant.
    Unbelievable(NaiveDate),
}

impl Days {
    /// Reads a day written in full or in short.
    pub fn day(&self, text: &str) -> Result<NaiveDate, NoDay> {
        let day = self.meant(text)?;
        match self.meaning.can_be(day, self.today) {
            true => Ok(day),
            false => Err(NoDay::Unbelievable(day)),
        }
    }

    /// Reads a day with or without a clock time behind it.
    pub fn moment(&self, text: &str) -> Result<Written, NoDay> {
        let whole = self.day(text);
        if let (Err(NoDay::Unread), Some((day, time, offset))) = (whole, time::split(text)) {
            return Ok(Written {
                day: self.day(day)?,
                time: Some(time),
                offset,
            });
        }
        Ok(Written {
            day: whole?,
            time: None,
            offset: None,
        })
    }

    fn meant(&self, text: &str) -> Result<NaiveDate, NoDay> {
        let text = text.trim().to_lowercase();
        let (parts, signs) = parts(&text).ok_or(NoDay::Unread)?;
        match (&*parts, &*signs) {
            ([Part::Digits(all)], []) => self.packed(all),
            ([Part::Digits(year), Part::Digits(month), Part::Digits(day)], _)
                if year.len() == 4 =>
            {
                self.written(Some(year), month, day)
            }
            ([Part::Digits(one), Part::Digits(other)], [sign]) => {
                self.ordered(one, other, None, *sign)
            }
            ([Part::Digits(one), Part::Digits(other), Part::Digits(year)], [sign, next]) => {
                // `3/11-26` is written where the day comes first.
                let sign = if sign == next { *sign } else { Sign::Dot };
                self.ordered(one, other, Some(year), sign)
            }
            ([Part::Digits(day), Part::Month(month)], _)
            | ([Part::Month(month), Part::Digits(day)], _) => self.of_month(None, *month, day),
            ([Part::Digits(year), Part::Month(month), Part::Digits(day)], _) if year.len() == 4 => {
                self.of_month(Some(year), *month, day)
            }
            ([Part::Digits(day), Part::Month(month), Part::Digits(year)], _)
            | ([Part::Month(month), Part::Digits(day), Part::Digits(year)], _) => {
                self.of_month(Some(year), *month, day)
            }
            _ => Err(NoDay::Unread),
        }
    }

    /// Digits alone: `0311`, `031126`, `03112026`, or `20261103`.
    fn packed(&self, all: &str) -> Result<NaiveDate, NoDay> {
        let part = |range| all.get(range).unwrap_or_default();
        match all.len() {
            // In a file it is more often a year.
            4 if self.order == DayOrder::Unknown && is_year(all) => Err(NoDay::Unread),
            4 => self.written(None, part(2..4), part(0..2)),
            6 => self.written(Some(part(4..6)), part(2..4), part(0..2)),
            8 if is_year(part(0..4)) && number(part(4..6)).is_some_and(|month| month <= 12) => {
                self.written(Some(part(0..4)), part(4..6), part(6..8))
            }
            8 => self.written(Some(part(4..8)), part(2..4), part(0..2)),
            _ => Err(NoDay::Unread),
        }
    }

    /// Two numbers of which either can be the day.
    fn ordered(
        &self,
        one: &str,
        other: &str,
        year: Option<&str>,
        sign: Sign,
    ) -> Result<NaiveDate, NoDay> {
        let day_first = self.written(year, other, one);
        let month_first = || self.written(year, one, other);
        match (sign, self.order) {
            // That is a number.
            (Sign::Other(','), _) => Err(NoDay::Unread),
            // Points stand behind days everywhere.
            (Sign::Dot, _) | (_, DayOrder::DayFirst) => day_first,
            (_, DayOrder::MonthFirst) => month_first(),
            (_, DayOrder::Unknown) => match (day_first, month_first()) {
                (Ok(one), Ok(other)) if one != other => Err(NoDay::TwoDays(one, other)),
                (Ok(day), _) | (Err(NoDay::Unread), Ok(day)) => Ok(day),
                (Err(why), _) => Err(why),
            },
        }
    }

    fn written(&self, year: Option<&str>, month: &str, day: &str) -> Result<NaiveDate, NoDay> {
        self.of_month(year, number(month).ok_or(NoDay::Unread)?, day)
    }

    fn of_month(&self, year: Option<&str>, month: u32, day: &str) -> Result<NaiveDate, NoDay> {
        let day = number(day).ok_or(NoDay::Unread)?;
        let of = |year| NaiveDate::from_ymd_opt(year, month, day);
        let found = match year {
            None => return self.bare(of),
            Some(year) if year.len() == 4 => year.parse().ok().and_then(of),
            Some(year) if year.len() == 2 => {
                let short: i32 = year.parse().map_err(|_| NoDay::Unread)?;
                self.short_year(short, of)
            }
            Some(_) => None,
        };
        found.ok_or(NoDay::Unread)
    }

    /// The day in the year that two digits mean.
    fn short_year(&self, short: i32, of: impl Fn(i32) -> Option<NaiveDate>) -> Option<NaiveDate> {
        let last = match self.meaning {
            Meaning::Birth => self.today.year() - LEAST_AGE,
            _ => self.today.year() + YEARS_AROUND - 1,
        };
        let latest = last - (last - short).rem_euclid(100);
        let fits = |day: &NaiveDate| self.meaning.can_be(*day, self.today);
        match self.meaning {
            Meaning::Birth => of(latest).filter(fits).or_else(|| of(latest - 100)),
            _ => of(latest),
        }
    }

    /// The day in the year that its meaning suggests.
    fn bare(&self, of: impl Fn(i32) -> Option<NaiveDate>) -> Result<NaiveDate, NoDay> {
        let this = self.today.year();
        let years = this - YEARS_OF_A_BARE_DAY..=this + YEARS_OF_A_BARE_DAY;
        let mut all = years.filter_map(of).peekable();
        if all.peek().is_none() {
            return Err(NoDay::Unread);
        }
        let found = match self.meaning {
            Meaning::Birth => return Err(NoDay::NoYear),
            Meaning::Past => all.rfind(|day| *day <= self.today),
            Meaning::Coming => all.find(|day| *day >= self.today),
            Meaning::Near => all.min_by_key(|day| (*day - self.today).num_days().abs()),
        };
        found.ok_or(NoDay::Unread)
    }
}

impl Meaning {
    /// Returns true for a day that can be meant.
    #[must_use]
    pub fn can_be(self, day: NaiveDate, today: NaiveDate) -> bool {
        let old_enough = || {
            let years = day.year() + LEAST_AGE;
            // Who was born on 29 February is of age on 1 March.
            let of_age = day
                .with_year(years)
                .or_else(|| NaiveDate::from_ymd_opt(years, 3, 1));
            of_age.is_some_and(|of_age| of_age <= today)
        };
        DAY_YEARS.contains(&day.year()) && (self != Self::Birth || old_enough())
    }
}

/// Reads a day in one of the two forms of the specification, as records have them.
#[must_use]
pub fn stored_day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let form = if text.contains('.') {
        "%d.%m.%Y"
    } else {
        "%Y-%m-%d"
    };
    let date = NaiveDate::parse_from_str(text, form).ok()?;
    // Two-digit years would be read as the first century.
    (date >= NaiveDate::from_ymd_opt(1000, 1, 1)?).then_some(date)
}

fn is_year(digits: &str) -> bool {
    let year = digits.parse().ok();
    year.is_some_and(|year: i32| DAY_YEARS.contains(&year))
}

/// The number of one or two digits.
fn number(digits: &str) -> Option<u32> {
    (digits.len() <= 2).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
