//! The one way a document changes on the server: publish, remove, recover, history.
//!
//! Every caller (a synced folder, the queue of the app, `fieldctl docs`) changes documents through
//! this crate and keeps its journal behind a port. The crate knows neither HTTP nor the callers'
//! databases, only [`ports`].

pub mod caller;
pub mod content_hash;
pub mod fetch;
pub mod history;
pub mod intent;
pub mod limits;
pub mod listing;
pub mod lock;
pub mod mapping_id;
pub mod pages;
pub mod ports;
pub mod publish;
mod recover;
pub mod remove;
mod session;
pub mod sink;
pub mod sqlite;
pub mod stop_reason;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod timestamp;

pub use session::Session;
