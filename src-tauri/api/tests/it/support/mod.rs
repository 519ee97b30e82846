//! What the tests share.

pub(crate) mod fleet;
pub(crate) mod foreign;
pub(crate) mod machines;
pub(crate) mod raw;
pub(crate) mod service;
