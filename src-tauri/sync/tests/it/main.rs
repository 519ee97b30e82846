//! Tests of the engine over its fakes.

mod simulation;
