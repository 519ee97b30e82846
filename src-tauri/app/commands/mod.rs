//! The commands of the window: they take values, call one function, and map the error.

pub(crate) mod connect;
pub(crate) mod documents;
pub(crate) mod plan;
pub(crate) mod settings;
pub(crate) mod transfers;
