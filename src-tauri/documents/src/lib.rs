//! The one way a document changes on the server: publish, remove, recover, history.
//!
//! Whoever changes a document (a synced folder, the queue of the app, `fieldctl docs`) does it
//! through this crate and keeps a journal of its own behind a port. It knows neither HTTP nor
//! the callers' databases, only [`ports`].

pub mod content_hash;
pub mod mapping_id;
pub mod name;
pub mod ports;
pub mod stop_reason;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod timestamp;
