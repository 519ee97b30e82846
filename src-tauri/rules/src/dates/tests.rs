use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn days(meaning: Meaning, order: DayOrder) -> Days {
    let today = day("2026-11-29");
    Days {
        today,
        order,
        meaning,
    }
}

fn read(text: &str, meaning: Meaning, order: DayOrder) -> Option<String> {
    let read = days(meaning, order).day(text);
    read.ok().map(|day| day.to_string())
}

#[test]
fn a_day_is_read_in_every_form_that_people_write() {
    for (text, expected) in [
        ("3.11.2026", "2026-11-03"),
        ("03.11.2026", "2026-11-03"),
        (" 3. 11. 2026 ", "2026-11-03"),
        ("3.11", "2026-11-03"),
        ("3.11.", "2026-11-03"),
        ("0311", "2026-11-03"),
        ("031126", "2026-11-03"),
        ("03112026", "2026-11-03"),
        ("20261103", "2026-11-03"),
        ("3 nov", "2026-11-03"),
        ("3. nov.", "2026-11-03"),
        ("3nov", "2026-11-03"),
        ("Nov 3", "2026-11-03"),
        ("Nov. 3, 2026", "2026-11-03"),
        ("November 3rd 2026", "2026-11-03"),
        ("3.11.26", "2026-11-03"),
        ("3/11-26", "2026-11-03"),
        ("3.4.88", "1988-04-03"),
        ("1. des 2026", "2026-12-01"),
        ("1.des.26", "2026-12-01"),
        ("1-Dec-26", "2026-12-01"),
        ("1. DESEMBER 2026", "2026-12-01"),
        ("17 maj 2026", "2026-05-17"),
        ("17. mai 2026", "2026-05-17"),
        ("17 May 2026", "2026-05-17"),
        ("1 okt 2026", "2026-10-01"),
        ("1 oct 2026", "2026-10-01"),
        ("2 augusti 2026", "2026-08-02"),
        ("1 sept 2026", "2026-09-01"),
        ("2026 nov 3", "2026-11-03"),
        ("2026-11-03", "2026-11-03"),
        ("2026-11-3", "2026-11-03"),
        ("1990/05/17", "1990-05-17"),
        ("1990.05.17", "1990-05-17"),
        ("2026–11–03", "2026-11-03"),
        ("29.2.2024", "2024-02-29"),
    ] {
        for order in [DayOrder::DayFirst, DayOrder::MonthFirst, DayOrder::Unknown] {
            let found = read(text, Meaning::Near, order);
            assert_eq!(found.as_deref(), Some(expected), "{text} {order:?}");
        }
    }
}

#[test]
fn what_is_no_day_is_refused() {
    for text in [
        "",
        "i går",
        "soon",
        "31.2.2026",
        "31.4",
        "13.13.2026",
        "32.1.2026",
        "3..11",
        "3.11.202",
        "3.11.026",
        "3",
        "33010",
        "311",
        "3 marsipan",
        "3 no",
        "-3.11",
        "3.11.2026 x",
        "3,5",
        "2026-13-01",
        "2026",
        "3.11.2026.1",
        "29.2.2025",
        "1e3",
    ] {
        let found = days(Meaning::Near, DayOrder::Unknown).day(text);
        assert_eq!(found, Err(NoDay::Unread), "{text}");
    }
    for text in ["31.12.1899", "01.01.1900", "1.1.2201", "1.1.0026"] {
        let found = days(Meaning::Near, DayOrder::DayFirst).day(text);
        assert!(matches!(found, Err(NoDay::Unbelievable(_))), "{text}");
    }
}

#[test]
fn slashes_are_read_as_the_region_writes_and_refused_where_it_is_not_known() {
    for (text, order, expected) in [
        ("11/03/2026", DayOrder::MonthFirst, Some("2026-11-03")),
        ("11/03/2026", DayOrder::DayFirst, Some("2026-03-11")),
        ("11/28/2026", DayOrder::DayFirst, None),
        ("14/09/2026", DayOrder::Unknown, Some("2026-09-14")),
        ("09/14/2026", DayOrder::Unknown, Some("2026-09-14")),
        ("05-05-2026", DayOrder::Unknown, Some("2026-05-05")),
    ] {
        let found = read(text, Meaning::Near, order);
        assert_eq!(found.as_deref(), expected, "{text} {order:?}");
    }
    let (april, march) = (day("2026-04-03"), day("2026-03-04"));
    for text in ["3/4/2026", "03-04-2026", "3/4/26", "3 4 2026"] {
        let found = days(Meaning::Near, DayOrder::Unknown).day(text);
        assert_eq!(found, Err(NoDay::TwoDays(april, march)), "{text}");
    }
}

#[test]
fn the_year_that_is_left_out_or_short_is_the_one_that_is_meant() {
    for (text, meaning, expected) in [
        ("3.11", Meaning::Near, "2026-11-03"),
        ("1.2", Meaning::Near, "2027-02-01"),
        ("3.11", Meaning::Coming, "2027-11-03"),
        ("29.11", Meaning::Coming, "2026-11-29"),
        ("29.11", Meaning::Past, "2026-11-29"),
        ("30.11", Meaning::Past, "2025-11-30"),
        ("30.11", Meaning::Coming, "2026-11-30"),
        ("29.2", Meaning::Past, "2024-02-29"),
        ("29.2", Meaning::Coming, "2028-02-29"),
        ("1.1.76", Meaning::Near, "1976-01-01"),
        ("1.1.75", Meaning::Near, "2075-01-01"),
        ("3.4.88", Meaning::Birth, "1988-04-03"),
        ("28.11.12", Meaning::Birth, "2012-11-28"),
        ("30.11.12", Meaning::Birth, "1912-11-30"),
        ("1.1.26", Meaning::Birth, "1926-01-01"),
        ("170590", Meaning::Birth, "1990-05-17"),
        ("29.2.08", Meaning::Birth, "2008-02-29"),
    ] {
        let found = read(text, meaning, DayOrder::DayFirst);
        assert_eq!(found.as_deref(), Some(expected), "{text} {meaning:?}");
    }
    let birth = days(Meaning::Birth, DayOrder::DayFirst);
    assert_eq!(birth.day("3.11"), Err(NoDay::NoYear));
    assert_eq!(birth.day("31.4"), Err(NoDay::Unread));
    let this_year = NoDay::Unbelievable(day("2026-03-11"));
    assert_eq!(birth.day("11.3.2026"), Err(this_year));
}

#[test]
fn a_time_stands_behind_its_day_in_the_forms_of_people_and_of_programs() {
    for (text, clock, offset) in [
        ("2027-12-31 07:00", "07:00:00", None),
        ("31.12.2027 07.00", "07:00:00", None),
        ("31.12.2027 kl. 7:05", "07:05:00", None),
        ("31 dec 2027, 07:00", "07:00:00", None),
        ("31.12.27 07:00:30", "07:00:30", None),
        ("2027-12-31T07:00", "07:00:00", None),
        ("2027-12-31t07:00:00.000Z", "07:00:00", Some(0)),
        ("2027-12-31T02:30+01:00", "02:30:00", Some(3600)),
        ("2027-12-31 02:30 +0100", "02:30:00", Some(3600)),
        ("31.12.2027 02:30-02", "02:30:00", Some(-7200)),
    ] {
        let read = days(Meaning::Coming, DayOrder::Unknown)
            .moment(text)
            .unwrap();
        assert_eq!(read.day, day("2027-12-31"), "{text}");
        assert_eq!(read.time, clock.parse().ok(), "{text}");
        let found = read.offset.map(|offset| offset.local_minus_utc());
        assert_eq!(found, offset, "{text}");
    }
    let bare = days(Meaning::Coming, DayOrder::Unknown)
        .moment("31.12")
        .unwrap();
    assert_eq!((bare.day, bare.time), (day("2026-12-31"), None));
    for text in [
        "07:00",
        "31.12.2027 25:00",
        "31.12.2027 7",
        "2027-12-31T",
        "31.12.2027 07:61",
    ] {
        let found = days(Meaning::Coming, DayOrder::Unknown).moment(text);
        assert_eq!(found, Err(NoDay::Unread), "{text}");
    }
}
