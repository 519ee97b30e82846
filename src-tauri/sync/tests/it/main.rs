//! Tests of the engine over its fakes.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod conformance;
mod plans;
mod properties;
mod simulation;
mod trees;
