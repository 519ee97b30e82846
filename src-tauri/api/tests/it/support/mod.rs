//! Shared parts of the tests.

pub(crate) mod fleet;
pub(crate) mod foreign;
pub(crate) mod machines;
pub(crate) mod raw;
pub(crate) mod service;

/// The kind of an error, by its name.
pub(crate) fn kind(error: &fielddesk_api::Error) -> String {
    format!("{:?}", error.kind())
}
