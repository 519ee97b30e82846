//! The three trees of a mapping: what the folder holds, what the page lists, what both were
//! when they last agreed. Ordered maps only, so that equal trees give equal plans.

mod local;
mod remote;
mod synced;

pub use local::{FileIdentity, LocalFile, LocalTree, Stat};
pub use remote::{RemoteFile, RemoteTree};
pub use synced::{SyncedFile, SyncedTree};
