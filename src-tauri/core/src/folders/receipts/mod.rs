//! What was delivered on a day.

pub(super) mod receipt;
mod written;
