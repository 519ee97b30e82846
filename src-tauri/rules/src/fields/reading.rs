//! Days and phone numbers of fields, and whole cells of files. Pure.

use chrono::NaiveDate;
use fielddesk_model::Instant;
use serde_json::Value;

use super::decimals::Numbers;
use super::{FieldDef, Kind, Limit, Loose, Problem, ProblemCode as Code, shape};
use crate::dates::{DayOrder, Days, NoDay, Written};
use crate::file_name::shown;
use crate::phone;

/// The day, region and country by which texts are read.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The day of today.
    pub today: NaiveDate,
    /// The number that stands first in a day with slashes.
    pub order: DayOrder,
    /// The code of the country of phone numbers in national form, where it is known.
    pub code: Option<&'static str>,
}

impl Reading {
    /// Makes the reading of files and arguments, which have no region.
    #[must_use]
    pub const fn of_no_region(today: NaiveDate, code: Option<&'static str>) -> Self {
        Self {
            today,
            order: DayOrder::Unknown,
            code,
        }
    }
}

impl FieldDef {
    /// Reads a cell of a file that is not empty.
    pub fn parse_cell(
        &self,
        cell: &Loose<'_>,
        numbers: impl Into<Numbers>,
        reading: &Reading,
    ) -> Result<Value, Problem> {
        let is_day = matches!(self.kind, Kind::Date | Kind::Instant);
        if !is_day && self.limit != Limit::Phone {
            return self.parse_loose(cell, numbers);
        }
        let text = match cell {
            Loose::Text(text) => (*text).to_owned(),
            Loose::Number(number) => number.to_string(),
            Loose::Bool(is) => is.to_string(),
            Loose::Timestamp(at) => at.to_string(),
            Loose::Duration(days) => days.to_string(),
        };
        let is_text = matches!(cell, Loose::Text(_)) || self.limit == Limit::Phone;
        if let Some(read) = is_text.then(|| self.day_or_phone(&text, reading)).flatten() {
            return read;
        }
        if let (Loose::Timestamp(at), Kind::Date) = (cell, self.kind)
            && !self.days.can_be(at.date(), reading.today)
        {
            return Err(unbelievable(at.date(), &text));
        }
        self.parse_loose(cell, numbers)
    }

    /// Reads the text of a field that holds days or phone numbers; none for other fields. What
    /// is no phone number stays as it is: a stored one may be none, and limits refuse a new one.
    pub(super) fn day_or_phone(
        &self,
        text: &str,
        reading: &Reading,
    ) -> Option<Result<Value, Problem>> {
        if self.limit == Limit::Phone {
            let read = phone::read(text, reading.code);
            return Some(Ok(Value::from(read.unwrap_or_else(|_| text.to_owned()))));
        }
        let days = Days {
            today: reading.today,
            order: reading.order,
            meaning: self.days,
        };
        let read = match self.kind {
            Kind::Date => days.moment(text).map(|read| read.day.to_string()),
            Kind::Instant => days.moment(text).map(|read| instant(&read)),
            _ => return None,
        };
        Some(read.map(Value::from).map_err(|why| no_day(why, text)))
    }

    /// Returns the phone number that a refused one is likely to be: one of the first country that
    /// it can be of, also with digits for letters that look like them.
    #[must_use]
    pub fn likely_phone<'a>(
        &self,
        text: &str,
        codes: impl IntoIterator<Item = Option<&'a str>>,
    ) -> Option<String> {
        if self.limit != Limit::Phone {
            return None;
        }
        let digits = shape(text);
        let read = |code| phone::read(&digits, code).ok();
        codes.into_iter().find_map(read)
    }
}

/// A bare day stays one: its midnight is for the service to say.
fn instant(written: &Written) -> String {
    match (written.exact(), written.time) {
        (Some(at), _) => Instant(at).to_string(),
        (None, Some(time)) => Instant(written.day.and_time(time).and_utc()).to_string(),
        (None, None) => written.day.to_string(),
    }
}

fn no_day(why: NoDay, text: &str) -> Problem {
    let said = shown(text);
    let problem = match why {
        NoDay::Unread => Problem::new(
            Code::NotDate,
            format!("“{said}” is not a date, for example 20.11.2026 or 2026-11-20."),
        ),
        NoDay::TwoDays(one, other) => Problem::new(
            Code::AmbiguousDate,
            format!("“{said}” can be {one} or {other}; write it as {one}."),
        )
        .with("one", one)
        .with("other", other),
        NoDay::NoYear => Problem::new(
            Code::YearMissing,
            format!("“{said}” has no year; write it, too."),
        ),
        NoDay::Unbelievable(day) => return unbelievable(day, text),
    };
    problem.with("text", said)
}

fn unbelievable(day: NaiveDate, text: &str) -> Problem {
    let message = format!("{} cannot be right.", day.format("%d.%m.%Y"));
    Problem::new(Code::UnbelievableDate, message).with("text", shown(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{Decimals, MACHINE_FIELDS, USER_FIELDS, field};
    use serde_json::json;

    fn read(name: &str, cell: &Loose<'_>) -> Result<Value, Problem> {
        let today = NaiveDate::from_ymd_opt(2026, 11, 29).unwrap();
        field(MACHINE_FIELDS, name)
            .or_else(|| field(USER_FIELDS, name))
            .unwrap()
            .parse_cell(
                cell,
                Decimals::Unknown,
                &Reading::of_no_region(today, Some("47")),
            )
    }

    #[test]
    fn cells_with_days_and_phone_numbers_are_read_as_the_form_reads_them() {
        for (name, text, expected) in [
            ("birthDate", "01.02.1980", "1980-02-01"),
            ("birthDate", "1.2.1980", "1980-02-01"),
            ("birthDate", "1980-02-01", "1980-02-01"),
            ("birthDate", "17.5.90", "1990-05-17"),
            ("birthDate", "1990/05/17", "1990-05-17"),
            ("birthDate", "1990-05-17 00:00:00", "1990-05-17"),
            ("birthDate", "1990-05-17T00:00:00+02:00", "1990-05-17"),
            ("employmentStartDate", "1. des 2026", "2026-12-01"),
            ("employmentStartDate", "3.11", "2026-11-03"),
            ("cardExpirationDate", "3.11", "2027-11-03"),
            ("serviceDate", "30.11", "2025-11-30"),
            ("serviceDate", "14.09.2026", "2026-09-14"),
            ("serviceDate", "14/09/2026", "2026-09-14"),
            ("serviceDate", "14.09.2026 08:30", "2026-09-14T08:30:00Z"),
            (
                "serviceDate",
                "2026-09-14T08:30:00+02:00",
                "2026-09-14T06:30:00Z",
            ),
            ("mobileWork", "91234001", "+47 912 34 001"),
            ("mobileWork", "912 34 004", "+47 912 34 004"),
            ("mobileWork", "4791234002", "+47 912 34 002"),
            ("mobileWork", "0047 91234005", "+47 912 34 005"),
        ] {
            assert_eq!(
                read(name, &Loose::Text(text)),
                Ok(json!(expected)),
                "{text}"
            );
        }
        let number = read("mobileWork", &Loose::Number(91_234_001.0));
        assert_eq!(number, Ok(json!("+47 912 34 001")));
    }

    #[test]
    fn a_cell_that_is_no_day_says_why() {
        for (name, text, code) in [
            ("serviceDate", "01.01.1900", Code::UnbelievableDate),
            ("serviceDate", "31.02.2026", Code::NotDate),
            ("serviceDate", "soon", Code::NotDate),
            ("serviceDate", "2012", Code::NotDate),
            ("serviceDate", "3/4/2026", Code::AmbiguousDate),
            ("birthDate", "3.11", Code::YearMissing),
            ("birthDate", "11.3.2026", Code::UnbelievableDate),
        ] {
            let problem = read(name, &Loose::Text(text)).unwrap_err();
            assert_eq!(problem.code, code, "{text}");
        }
        let problem = read("serviceDate", &Loose::Text("01.01.1900")).unwrap_err();
        assert_eq!(problem.message, "01.01.1900 cannot be right.");
        let born = NaiveDate::from_ymd_opt(2026, 3, 11)
            .unwrap()
            .and_hms_opt(0, 0, 0)
            .unwrap();
        let problem = read("birthDate", &Loose::Timestamp(born)).unwrap_err();
        assert_eq!(problem.code, Code::UnbelievableDate);
        assert!(read("employmentStartDate", &Loose::Timestamp(born)).is_ok());
    }

    #[test]
    fn a_refused_phone_number_has_a_likely_one() {
        let phone = field(USER_FIELDS, "mobileWork").unwrap();
        for (text, expected) in [
            ("912 34 004", Some("+47 912 34 004")),
            ("4791234002", Some("+47 912 34 002")),
            ("9l2 34 OO1", Some("+47 912 34 001")),
            ("070-123 45 67", Some("+46 701234567")),
            ("Kari", None),
        ] {
            let likely = phone.likely_phone(text, [Some("47"), Some("46")]);
            assert_eq!(likely.as_deref(), expected, "{text}");
        }
        let title = field(USER_FIELDS, "workTitle").unwrap();
        assert_eq!(title.likely_phone("9l234001", [Some("47")]), None);
    }
}
