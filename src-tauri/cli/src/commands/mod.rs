//! The verbs, one file for each resource. Each calls one use case and writes what it returned.

pub(crate) mod docs;
pub(crate) mod profile;
pub(crate) mod projects;
pub(crate) mod workorders;
