//! What crosses the border to the web side: plain values, generated into
//! `ui/src/ipc/bindings.ts`.
//!
//! Nothing here holds a secret, a token or a path. Conversions from `core` stand beside each
//! type; logic does not.

mod check;
mod connect;
mod data_loss;
mod documents;
mod failure;
mod folders;
mod history;
mod machine_batches;
mod machine_edits;
mod machine_fields;
mod machine_forms;
mod machine_fuel;
mod machine_import_rows;
mod machine_imports;
mod machine_problems;
mod machine_releases;
mod machines;
mod plan;
mod settings;
mod transfers;
mod unlisted;

pub use check::*;
pub use connect::*;
pub use data_loss::*;
pub use documents::*;
pub use failure::*;
pub use folders::*;
pub use history::*;
pub use machine_batches::*;
pub use machine_edits::*;
pub use machine_fields::*;
pub use machine_forms::*;
pub use machine_fuel::*;
pub use machine_import_rows::*;
pub use machine_imports::*;
pub use machine_problems::*;
pub use machine_releases::*;
pub use machines::*;
pub use plan::*;
pub use settings::*;
pub use transfers::*;
pub use unlisted::*;

use chrono::{DateTime, SecondsFormat, Utc};

/// An instant as the web side reads it: ISO 8601 with `Z`.
pub(crate) fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// A moment that the web side gave.
pub(crate) fn moment(field: &str, text: Option<&str>) -> Result<Option<DateTime<Utc>>, Failure> {
    let at = text.map(DateTime::parse_from_rfc3339).transpose();
    let at = at.map_err(|_| not_a_time(field))?;
    Ok(at.map(|at| at.to_utc()))
}

/// What the web side gave is no time or day.
pub(crate) fn not_a_time(field: &str) -> Failure {
    fielddesk_core::Failure::usage(field, "It is not a time.", "Choose it again.").into()
}

/// A count for the web side; nothing it counts comes near the limit.
pub(crate) fn saturated(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
