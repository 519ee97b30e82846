//! The service over real HTTP: in this process for most, as the real binary where the
//! process itself matters.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod access;
mod administration;
mod beside;
mod conditional;
mod control;
mod documents;
mod durability;
mod hostile;
mod hostile_bodies;
mod hostile_paths;
mod hostile_sockets;
mod lost_rows;
mod machines;
mod metrics;
mod nodes;
#[cfg(feature = "cluster")]
mod objects;
mod openapi;
mod operations;
mod operator;
#[cfg(feature = "cluster")]
mod postgres;
mod process;
mod projects;
mod scopes;
mod seeds;
mod spec_tests;
mod store;
mod support;
mod surface;
mod tokens;
mod transfer;
mod trips;
mod uploads;
mod users;
