//! Use cases against the real service over HTTP, and against real folders.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod connect;
mod directory;
mod profiles;
mod secrets;
mod support;
