//! Written by its owner; see the crate's documentation.
