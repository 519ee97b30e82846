//! Tests of the engine over its fakes.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[cfg(target_os = "linux")]
mod apart;
mod at_once;
mod conformance;
mod crashes;
mod damaged;
mod folder_renames;
mod gone;
mod local;
mod offices;
mod open_fates;
mod plans;
mod properties;
mod removing;
mod resolving;
mod room;
mod scenarios;
mod simulation;
mod state;
mod test_env;
mod trees;
mod truth;
mod volumes;
