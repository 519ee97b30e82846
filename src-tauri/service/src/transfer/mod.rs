//! Everything that a service keeps, at another place: a copy between databases and stores, and the
//! backup of a data folder that is served.

mod backup;
mod copy;
mod documents;
mod keys;
mod rows;

pub use backup::{BackupReport, EnvironmentBackup, backup};
pub use copy::{CopyReport, EnvironmentCopy, copy};
pub use documents::{DocumentsCopy, LostDocument};
pub use rows::{Rows, TableCopy};
