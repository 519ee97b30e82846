//! The verbs, one file for each resource. Each calls one use case and writes what it returned.

pub(crate) mod completions;
mod confirm;
pub(crate) mod demo;
pub(crate) mod docs;
mod export;
mod fields;
pub(crate) mod folders;
mod import;
mod items;
mod listed;
pub(crate) mod machines;
pub(crate) mod profile;
pub(crate) mod projects;
mod record;
pub(crate) mod trips;
pub(crate) mod users;
pub(crate) mod workorders;
