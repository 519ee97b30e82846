//! The names that are proposed for files which a person saves: what it is, and of which day, so
//! that no export takes the place of another.

use chrono::{Local, NaiveDate};
use fielddesk_rules::file_name::safe_file_name;

use crate::i18n::{self, Files};
use crate::locale;
use crate::state::AppState;

/// The name of a table or page of today.
pub(crate) fn of_today(
    state: &AppState,
    what: impl FnOnce(&Files) -> &'static str,
    end: &str,
) -> String {
    let today = Local::now().date_naive();
    safe_file_name(&format!("{} {today}.{end}", word(state, what))).name
}

/// The name of the delivery receipt of a day.
pub(crate) fn of_receipt(state: &AppState, about: &str, day: NaiveDate) -> String {
    let receipt = word(state, |files| files.receipt);
    safe_file_name(&format!("{receipt} {about} {day}.html")).name
}

/// A word of the files' names in the person's language.
pub(crate) fn word(state: &AppState, what: impl FnOnce(&Files) -> &'static str) -> &'static str {
    let settings = fielddesk_core::settings::load(&state.data);
    what(&i18n::of(locale::spoken(settings.language)).files)
}
