//! Activity log of synced folders, and the entries worth a notification.

pub(super) mod activity_log;
pub(super) mod digest;
pub(super) mod entry;
pub(super) mod folder_names;
pub(super) mod identity;
pub(super) mod renames;
