//! Delivery receipts of a day.

mod delivered;
pub(super) mod receipt;
mod written;
