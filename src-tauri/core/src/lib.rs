//! Use cases shared by the app and `fieldctl`: connections, secrets, look-ups, documents,
//! transfers. One function here, two doors (a command of the app, a verb of the command line).
//!
//! It knows the client and the disk. It knows neither windows nor terminals.

mod addresses;
pub mod bulk;
pub mod check;
pub mod company;
pub mod connection;
pub mod credential_parser;
pub mod data_dir;
pub mod data_loss;
pub mod db;
pub mod directory;
pub mod export;
pub mod failure;
pub mod fleet;
pub mod folders;
pub mod import;
pub mod machines;
pub mod map_tiles;
pub mod overview;
pub mod policy;
pub mod profiles;
pub mod records;
pub mod recovery;
pub mod search;
pub mod secrets;
pub mod settings;
pub mod shown_for;
pub mod updates;
mod upload_records;
pub mod users;

mod atomic_move;
mod content;
pub mod documents;
pub mod download;
pub mod drop_plan;
mod file_writer;
pub mod history;
pub mod online;
pub mod output_file;
mod preview;
mod printed;
pub mod spreadsheet;
mod stored_path;
pub mod sync_adapters;
pub mod target;
pub mod time_zone;
pub mod transfers;
pub mod trips;
pub mod undo;
pub mod unlisted;

pub use failure::{Failure, FailureKind};
// What callers of the use cases hold of the layers below: they depend on this crate alone.
pub use fielddesk_api::{CancellationToken, Clock, Progress, SystemClock};
pub use fielddesk_model as model;
