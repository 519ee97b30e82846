//! The watched-folder engine: a folder mirrors itself to the pages of a project or work order
//! by file name, and nothing is ever lost.
//!
//! The engine knows the disk, the service, its memory, the history and time only through
//! [`ports`]. Three trees ([`tree`]) go into a pure planner ([`plan`]); the plan is the
//! contract, and the executor does nothing that is not in it.
//!
//! Two guarantees hold at every moment, and the simulation in `testing` asserts them after
//! every step:
//!
//! 1. Each document is its old or its new content, whole, or for a moment both.
//! 2. No content that Fielddesk replaced or removed is out of reach for
//!    [`HISTORY_DAYS`](fielddesk_rules::retention::HISTORY_DAYS).

pub use fielddesk_documents::{content_hash, stop_reason, timestamp};

pub mod conflict;
pub mod conflict_copy;
pub mod engine;
pub mod event;
pub mod execute;
pub mod intent;
pub mod limits;
pub mod local;
pub mod mapping;
pub mod mapping_state;
mod observe;
pub mod path;
pub mod plan;
pub mod ports;
pub mod reason;
pub mod resolve;
pub mod state;
pub mod status;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod tree;
pub mod verify;
pub mod volumes;
