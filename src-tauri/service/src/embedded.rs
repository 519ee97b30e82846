//! Data files that are compiled into the program.

use serde::Deserialize;

/// Reads a data file of the program.
#[expect(
    clippy::expect_used,
    reason = "the text is a file of this crate, and tests read every one of them"
)]
pub(crate) fn embedded<T: Deserialize<'static>>(json: &'static str) -> T {
    serde_json::from_str(json).expect("a data file of the program can be read")
}
