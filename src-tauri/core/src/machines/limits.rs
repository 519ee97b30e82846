//! What no machine can have, however the value came: typed into the grid, read from a file.
//!
//! The specification names no bounds, and the service takes any number. What is measured is not
//! below zero; prices are the company's own business. Pure.

use serde_json::Value;

use crate::fields::{FieldDef, Kind, Problem, ProblemCode};

/// Longest machine number and type id, in characters.
const LONGEST_KEY: usize = 200;
/// Longest text of one line.
const LONGEST_LINE: usize = 1_000;
/// Longest note and message.
const LONGEST_TEXT: usize = 10_000;
/// Years that a machine can have been built, bought or serviced in.
const YEARS: std::ops::RangeInclusive<i64> = 1900..=2200;

/// Fields that are measured.
const MEASURED: [&str; 4] = ["weight", "capacity", "hourMeter", "fuelConsumptionRate"];

/// The longest text of a field, in characters.
#[must_use]
pub fn longest(field: &FieldDef) -> Option<usize> {
    match field.name {
        "machineNumber" | "typeId" => Some(LONGEST_KEY),
        "note" | "blockCheckInMessage" => Some(LONGEST_TEXT),
        _ if field.kind == Kind::Text => Some(LONGEST_LINE),
        _ => None,
    }
}

/// Refuses what no machine can have.
pub(crate) fn believable(field: &FieldDef, value: &Value) -> Result<(), Problem> {
    let shown = || fielddesk_rules::file_name::shown(value.as_str().unwrap_or(&value.to_string()));
    if let (Some(longest), Some(text)) = (longest(field), value.as_str())
        && text.chars().count() > longest
    {
        let message = format!("It is longer than {longest} characters.");
        return Err(Problem::new(ProblemCode::TooLong, message).with("longest", longest));
    }
    if MEASURED.contains(&field.name) && value.as_f64().is_some_and(|number| number < 0.0) {
        let message = format!("{} is below zero.", shown());
        return Err(Problem::new(ProblemCode::Negative, message).with("text", shown()));
    }
    if field.name == "buildYear" && value.as_i64().is_some_and(|year| !YEARS.contains(&year)) {
        let message = format!("{} cannot be the year.", shown());
        return Err(Problem::new(ProblemCode::UnbelievableYear, message).with("text", shown()));
    }
    if field.kind == Kind::Instant {
        let year = value.as_str().and_then(|text| text.get(..4)?.parse().ok());
        // 1899 and 1900 are what spreadsheets make of nothing.
        if year.is_none_or(|year: i64| year <= *YEARS.start() || !YEARS.contains(&year)) {
            let message = format!("{} cannot be right.", shown());
            return Err(Problem::new(ProblemCode::UnbelievableDate, message).with("text", shown()));
        }
    }
    Ok(())
}
