//! Texts that people type outside of records: days, headings that are pasted, the country.

use fielddesk_core::{Failure, settings};
use fielddesk_rules::dates::{Days, Meaning};
use fielddesk_rules::fields::{Resource, Writing};
use fielddesk_rules::phone;

use crate::dto::Countries;

/// The day that a text means to the person, such as `2026-11-28`; none where it means none.
#[tauri::command]
#[specta::specta]
pub(crate) fn read_day(
    text: String,
    meaning: Meaning,
    writing: Writing,
) -> Result<Option<String>, Failure> {
    let today = chrono::Local::now().date_naive();
    let days = Days {
        today,
        order: writing.reading(today, None).order,
        meaning,
    };
    Ok(days.day(&text).ok().map(|day| day.to_string()))
}

/// The field of machines that each text heads, in any language; none where it heads none.
#[tauri::command]
#[specta::specta]
pub(crate) fn machine_headings(texts: Vec<String>) -> Result<Vec<Option<&'static str>>, Failure> {
    let meant = |text: &String| Resource::Machines.headed(text).map(|field| field.name);
    Ok(texts.iter().map(meant).collect())
}

/// The countries that phone numbers can be of, and the one of this computer.
#[tauri::command]
#[specta::specta]
pub(crate) fn countries() -> Result<Countries, Failure> {
    Ok(Countries {
        all: phone::countries().collect(),
        computer: settings::computer_country(),
    })
}
