//! Tests of the engine over its fakes.
