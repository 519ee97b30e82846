//! Results as JSON on stdout, complaints as JSON on stderr.

use std::io::Write as _;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::json;

/// Prints one JSON document on one line, flushed.
pub(crate) fn json<T: Serialize>(value: &T) -> anyhow::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    bytes(line.as_bytes())
}

/// Prints what is no JSON as it is, flushed.
pub(crate) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context("cannot write to stdout")
}

/// Says what went wrong.
pub(crate) fn complain(error: &anyhow::Error) {
    let line = json!({ "error": { "message": format!("{error:#}") } });
    let mut out = std::io::stderr().lock();
    // Nothing is left to write to when stderr is gone too.
    if writeln!(out, "{line}").is_err() {}
}
