//! The app in its real window, against the real service. Needs a display, a session bus with
//! an unlocked keyring, WebKitWebDriver, xdotool and python3-gi: `make test` brings them.

#[path = "../support/mod.rs"]
mod support;

mod connect;
mod exporting;
mod folders;
mod journey;
mod killed;
mod machines;
mod opening;
mod seeded_app;
mod sending;
mod starting;
mod updates;
mod wheel;

/// The app under test.
const APP: &str = env!("CARGO_BIN_EXE_fielddesk");
