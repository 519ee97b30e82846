//! Shared parts of files for spreadsheet programs, of any resource.

pub(crate) mod xlsx;

pub use fielddesk_tables::guard;

/// Begins a CSV file. Without it Excel takes UTF-8 for the computer's old code page.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
