//! Types of files that can be imported, by the ends of their names.

use std::path::Path;

/// Ends of names of spreadsheets that can be imported, in lower case.
pub const SPREADSHEETS: &[&str] = &["csv", "txt", "tsv", "xlsx"];

/// Whether a file is a spreadsheet that can be imported, by its name.
#[must_use]
pub fn is_spreadsheet(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str());
    end.is_some_and(|end| SPREADSHEETS.iter().any(|one| end.eq_ignore_ascii_case(one)))
}
