//! Starts the desktop app; all behaviour is in the library beside it.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    fielddesk_app::run()
}
