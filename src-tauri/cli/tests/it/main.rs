//! The real `fieldctl` against the real service over HTTP: what scripts rely on.
//!
//! No output of any run here holds a secret: the support looks into every byte.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test ends where something is not as it should be"
)]

mod background;
mod connecting;
mod data_loss;
mod demo;
mod failures;
mod history;
mod hostile;
mod imports;
mod interrupting;
mod machines;
mod messages;
mod networks;
mod output;
mod outputs;
mod profiles;
mod rounds;
mod support;
mod surface;
mod sync_endings;
mod syncing;
mod terminal;
mod tolerance;
mod trips;
mod uploading;
mod users;
mod watching;
mod written;
