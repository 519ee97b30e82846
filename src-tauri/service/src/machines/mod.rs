//! Machines and equipment (specification: Machine / equipment, Machines).
//!
//! A request becomes a change, the change is held against the rules, and the store takes the
//! machine as it shall be. Records go out as the store keeps them, rendered once.

pub(crate) mod bulk;
mod machine_writer;
pub(crate) mod read;
mod refusal;
mod render;
mod responsible;
mod rules;
pub(crate) mod write;
