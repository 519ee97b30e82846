//! Standard output as a stream, for files that go there.
//!
//! A terminal gets lines without control characters; a file or a pipe gets the bytes as they are. A
//! reader that went away is no failure of the command.

use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fielddesk_rules::file_name::shown;

/// Lines longer than this are shown in parts.
const LONGEST_LINE: usize = 64 * 1024;

/// Standard output.
#[derive(Debug)]
pub(crate) struct Stream {
    to_terminal: bool,
    line: Vec<u8>,
    reader_is_gone: Arc<AtomicBool>,
}

impl Stream {
    pub(super) fn new(reader_is_gone: Arc<AtomicBool>) -> Self {
        Self {
            to_terminal: io::stdout().is_terminal(),
            line: Vec::new(),
            reader_is_gone,
        }
    }

    fn put(&self, bytes: &[u8]) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let done = stdout.write_all(bytes).and_then(|()| stdout.flush());
        if let Err(error) = &done
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            self.reader_is_gone.store(true, Ordering::Relaxed);
        }
        done
    }

    fn put_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.put(harmless(&line).as_bytes())
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.to_terminal {
            self.put(bytes)?;
            return Ok(bytes.len());
        }
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") || self.line.len() > LONGEST_LINE {
                self.put_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        self.put_line()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Err(error) = self.flush() {
            tracing::debug!(%error, "the last line could not be shown");
        }
    }
}

/// A line as a terminal may have it; its end stays.
fn harmless(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    match text.strip_suffix('\n') {
        Some(text) => format!("{}\n", shown(text.strip_suffix('\r').unwrap_or(text))),
        None => shown(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_end_and_loses_what_a_terminal_acts_on() {
        assert_eq!(harmless(b"a,\x1b[2Jb\r\n"), "a,␛[2Jb\n");
        assert_eq!(harmless("x\u{202e}".as_bytes()), "x␦");
        assert_eq!(harmless(b"\n"), "\n");
    }
}
