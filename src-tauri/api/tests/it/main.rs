//! The client over real HTTP: against `fieldservice` for what the specification says, and
//! against canned answers for what only a foreign service or a proxy sends.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests may panic as tests may"
)]

mod support;

mod access;
mod answers;
mod concealment;
mod diagnoses;
mod documents;
mod faults;
mod images;
mod lists;
mod losses;
mod lost_arrays;
mod lost_creates;
mod lost_uploads;
mod machines;
mod machines_on_the_wire;
mod packed;
mod pages;
mod pages_ahead;
mod redirects;
mod retries;
mod sign_in;
mod sockets;
mod spec_tests;
mod tolerance;
mod trips;
mod unfinished_uploads;
mod users;
mod users_on_the_wire;
