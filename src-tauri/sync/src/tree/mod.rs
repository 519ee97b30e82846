//! The three trees of a mapping: what the folder holds, what the page lists, what both were
//! when they last agreed. Ordered maps only, so that equal trees give equal plans.

mod local;
mod synced;

pub use fielddesk_documents::listing::{RemoteFile, RemoteTree};
pub use local::{FileIdentity, LocalFile, LocalTree, Stat};
pub use synced::{SyncedFile, SyncedTree};
