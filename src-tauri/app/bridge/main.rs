//! Starts the app without windows, for journeys in a browser; see `bridge/mod.rs`.

fn main() -> std::process::ExitCode {
    fielddesk_app::bridge::run()
}
