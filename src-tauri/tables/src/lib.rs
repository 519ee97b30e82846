//! Files as rows of cells: text with separators (CSV) and workbooks (XLSX, XLS, ODS), from any
//! reader. Fields and records are for its callers.
//!
//! A file is data from outside: what it claims to be does not count, its size is limited, and
//! nothing in it is run or fetched. What cannot be read for certain is an error with its place
//! ([`TableError`]), never a guess.

mod cell;
mod encoding;
mod error;
pub mod guard;
mod heading;
mod read;
mod records;
mod separated;
mod workbook;

pub use cell::{Cell, Row};
pub use error::{TableError, TableErrorKind};
pub use read::{Form, IsHeading, Options, RowReceiver, read};
pub use separated::SEPARATORS;

/// The most rows of a table, its heading not counted.
pub const MOST_ROWS: u64 = 100_000;
/// The most columns that are read.
const MOST_COLUMNS: usize = 1_000;
/// The largest file, and the most that the sheets of a workbook may unpack to, in bytes.
const MOST_BYTES: u64 = 200_000_000;
/// The most bytes of text in a row of a workbook.
const MOST_TEXT: usize = 4_000_000;
