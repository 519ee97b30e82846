//! Cells of files as values.

use super::*;
use crate::fields::{MACHINE_FIELDS, USER_FIELDS, field};
use serde_json::json;

fn read(name: &str, cell: &Loose<'_>) -> Result<Value, Problem> {
    field(MACHINE_FIELDS, name)
        .or_else(|| field(USER_FIELDS, name))
        .unwrap()
        .parse_loose(cell, Decimals::Unknown)
}

#[test]
fn numbers_are_read_with_either_decimal_sign() {
    for (text, expected) in [
        ("14,2", 14.2),
        ("14.2", 14.2),
        ("-3", -3.0),
        ("−3,5", -3.5),
        ("6 412", 6412.0),
        ("6\u{a0}412,5", 6412.5),
        ("6\u{202f}412", 6412.0),
        ("1.234.567", 1_234_567.0),
        ("1,234,567", 1_234_567.0),
        ("1.234,5", 1234.5),
        ("1,234.5", 1234.5),
        ("0,234", 0.234),
        ("0.234", 0.234),
        ("1'234", 1234.0),
        ("21500 kg", 21500.0),
    ] {
        let value = read("weight", &Loose::Text(text)).unwrap();
        assert_eq!(value.as_f64(), Some(expected), "{text}");
    }
    for text in [
        "1,234",
        "1.234",
        "12,34,5",
        "1.23,456.7",
        "1.234.56",
        "4 15O",
        "l2",
        "",
        "1,2,3",
        "--1",
        " 5kg2",
    ] {
        assert!(read("weight", &Loose::Text(text)).is_err(), "{text}");
    }
    let problem = read("weight", &Loose::Text("6,412")).unwrap_err();
    assert_eq!(problem.code, ProblemCode::AmbiguousNumber);
    assert_eq!(
        problem.message,
        "“6,412” can be 6.412 or 6412; write it without the sign."
    );
    let weight = field(MACHINE_FIELDS, "weight").unwrap();
    for (decimals, expected) in [(Decimals::Comma, 6.412), (Decimals::Point, 6412.0)] {
        let value = weight.parse_loose(&Loose::Text("6,412"), decimals).unwrap();
        assert_eq!(value.as_f64(), Some(expected));
    }
}

#[test]
fn words_of_three_languages_are_read() {
    for (name, text, expected) in [
        ("active", "Ja", json!(true)),
        ("active", "nei", json!(false)),
        ("active", "NEJ", json!(false)),
        ("active", "yes", json!(true)),
        ("blockCheckIn", "Sperret", json!(true)),
        ("blockCheckIn", "Öppen", json!(false)),
        ("fuelType", "Anleggsdiesel", json!(7)),
        ("fuelType", "färgad  diesel", json!(7)),
        ("fuelType", "el", json!(4)),
        ("fuelConsumptionUnit", "L / time", json!(0)),
        ("fuelConsumptionUnit", "kWh/h", json!(2)),
        ("fuelType", "1", json!(1)),
    ] {
        assert_eq!(read(name, &Loose::Text(text)), Ok(expected), "{text}");
    }
    let message = read("active", &Loose::Text("kanskje")).unwrap_err().message;
    assert!(
        message.contains("ja/nei") && message.contains("kanskje"),
        "{message}"
    );
    assert!(
        read("fuelType", &Loose::Text("kull"))
            .unwrap_err()
            .message
            .contains("diesel (1)")
    );
}

#[test]
fn cells_of_workbooks_keep_what_they_are() {
    let at = |h| {
        NaiveDate::from_ymd_opt(2026, 9, 14)
            .unwrap()
            .and_hms_opt(h, 0, 0)
            .unwrap()
    };
    for (name, cell, expected) in [
        ("machineNumber", Loose::Number(1021.0), json!("1021")),
        ("weight", Loose::Number(14.2), json!(14.2)),
        ("buildYear", Loose::Number(2019.0), json!(2019)),
        ("active", Loose::Number(1.0), json!(true)),
        ("active", Loose::Bool(false), json!(false)),
        ("fuelType", Loose::Number(7.0), json!(7)),
        ("serviceDate", Loose::Timestamp(at(0)), json!("2026-09-14")),
        (
            "serviceDate",
            Loose::Timestamp(at(8)),
            json!("2026-09-14T08:00:00Z"),
        ),
        ("birthDate", Loose::Timestamp(at(8)), json!("2026-09-14")),
    ] {
        assert_eq!(read(name, &cell), Ok(expected), "{name}");
    }
    assert!(read("buildYear", &Loose::Number(2019.5)).is_err());
    assert!(read("weight", &Loose::Bool(true)).is_err());
    assert!(read("weight", &Loose::Timestamp(at(0))).is_err());
    assert!(read("serviceDate", &Loose::Number(44000.0)).is_err());
}

#[test]
fn a_date_a_time_and_a_truth_are_no_text_and_a_length_of_time_is_hours_alone() {
    let day = NaiveDate::from_ymd_opt(2026, 12, 10).unwrap();
    let nothing = NaiveDate::from_ymd_opt(1899, 12, 31).unwrap();
    let half_past_12 = 12.5 / 24.0;
    for name in [
        "machineNumber",
        "serialNumber",
        "registrationNumber",
        "note",
        "department",
    ] {
        for cell in [
            Loose::Timestamp(day.and_hms_opt(0, 0, 0).unwrap()),
            Loose::Timestamp(nothing.and_hms_opt(18, 0, 0).unwrap()),
            Loose::Bool(true),
            Loose::Duration(half_past_12),
        ] {
            let problem = read(name, &cell).unwrap_err();
            assert_eq!(problem.code, ProblemCode::NotTyped, "{name} {cell:?}");
        }
    }
    let hours = |days| read("hourMeter", &Loose::Duration(days));
    assert_eq!(hours(1234.5 / 24.0), Ok(json!(1234.5)));
    assert_eq!(hours(51.4375), Ok(json!(1234.5)));
    for name in [
        "fuelConsumptionRate",
        "weight",
        "buildYear",
        "active",
        "serviceDate",
    ] {
        let problem = read(name, &Loose::Duration(half_past_12)).unwrap_err();
        assert!(
            problem.message.contains("“12:30”"),
            "{name} {}",
            problem.message
        );
    }
    let time = Loose::Timestamp(nothing.and_hms_opt(18, 0, 0).unwrap());
    let problem = read("hourMeter", &time).unwrap_err();
    assert!(
        problem.message.starts_with("“18:00:00” is not a number"),
        "{}",
        problem.message
    );
}

#[test]
fn a_number_of_a_workbook_is_a_text_as_long_as_its_digits_are_exact() {
    let long = Loose::Number(12_345_678_901_234_567_000.0);
    assert_eq!(
        read("serialNumber", &long).unwrap_err().code,
        ProblemCode::ShortenedNumber
    );
    let exact = Loose::Number(999_999_999_999_999.0);
    assert_eq!(read("serialNumber", &exact), Ok(json!("999999999999999")));
}
