//! What was delivered on a day.

mod delivered;
pub(super) mod receipt;
mod written;
