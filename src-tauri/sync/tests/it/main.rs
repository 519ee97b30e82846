//! Tests of the engine over its fakes.

mod conformance;
mod plans;
mod properties;
mod simulation;
mod trees;
