//! Use cases against the real service over HTTP, and against real folders.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod acts;
mod connect;
mod directory;
mod documents;
mod downloads;
mod drop_plan;
mod failures;
mod fleet;
mod folders;
mod interrupted;
mod mirror;
mod overview;
mod previews;
mod profiles;
mod queue_promises;
mod queues;
mod reach;
mod remedies;
mod secrets;
mod support;
mod test_env;
mod transfers;
mod trip_reader;
mod upload_tries;
mod uploads;
