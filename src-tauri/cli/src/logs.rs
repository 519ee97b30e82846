//! The log on standard error, only when it is asked for.
//!
//! It follows our own crates alone: libraries write headers and bodies. Each line goes through
//! the mask, and what could move a terminal's cursor is shown as a symbol.

use std::io::{self, Write};

use fielddesk_rules::file_name::shown;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::output::Mask;

/// Begins to log: nothing, what happens (1), or every step (2 and more).
pub(crate) fn start(verbose: u8, mask: Mask) {
    let level = match verbose {
        0 => return,
        1 => "info",
        _ => "debug",
    };
    let filter = ["fieldctl", "fielddesk_core", "fielddesk_api"]
        .map(|target| format!("{target}={level}"))
        .join(",");
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_ansi(false)
        .with_writer(Lines { mask })
        .finish();
    // Only tests of one process set a second one, and then the first goes on.
    drop(tracing::subscriber::set_global_default(subscriber));
}

struct Lines {
    mask: Mask,
}

/// One event, written whole when it is dropped.
struct Line<'a> {
    mask: &'a Mask,
    bytes: Vec<u8>,
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Self::Writer {
        Line {
            mask: &self.mask,
            bytes: Vec::new(),
        }
    }
}

impl Line<'_> {
    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        shown(&self.mask.hide(text.trim_end_matches('\n')))
    }
}

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let line = format!("{}\n", self.text());
        // A log that cannot be written is no reason to fail.
        drop(io::stderr().lock().write_all(line.as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_no_secret_and_no_control_character() {
        let mask = Mask::default();
        mask.add("correct-horse");
        let mut line = Line {
            mask: &mask,
            bytes: Vec::new(),
        };
        line.write_all(b"sent correct-horse \x1b[2J to x\n")
            .unwrap();
        assert_eq!(line.text(), "sent [hidden] ␛[2J to x");
    }
}
