//! The commands of the window: they take values, call one function, and map the error.

pub mod connect;
pub mod documents;
pub mod plan;
pub mod settings;
pub mod transfers;
