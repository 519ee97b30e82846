//! Use cases against the real service over HTTP, and against real folders.
mod connect;
mod directory;
mod profiles;
mod secrets;
mod support;
