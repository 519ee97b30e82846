//! User requests: carried out by the process that holds the data folder, passed to it by any other.

mod bell;
pub(super) mod change_requests;
pub(super) mod commands;
pub(super) mod held_files;
mod moved_root;
mod moved_subfolder;
pub(super) mod new_target;
mod pausing;
pub(super) mod put_files;
pub(super) mod request_queue;
pub(super) mod request_server;
mod settings;
pub(super) mod shown_documents;
