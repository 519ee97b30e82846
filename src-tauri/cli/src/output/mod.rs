//! Everything that is written: results on standard output, remarks and errors on standard error.
//!
//! All of it goes through here, so that no secret is in it, no control character reaches a
//! terminal, and a reader that went away is no failure. `print!` is used nowhere.

mod files;
mod json;
mod mask;
pub(crate) mod progress;
mod stream;
pub(crate) mod table;

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use console::Term;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use serde::Serialize;

pub(crate) use json::ErrorDocument;
use json::error_json;
pub(crate) use mask::Mask;
use table::Table;

/// Where results and remarks go.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    mask: Mask,
    reader_is_gone: Arc<AtomicBool>,
}

impl Output {
    pub(crate) fn new(json: bool, quiet: bool, mask: Mask) -> Self {
        Self {
            json,
            quiet,
            mask,
            reader_is_gone: Arc::default(),
        }
    }

    /// Hides this text from now on.
    pub(crate) fn hide(&self, secret: &str) {
        self.mask.add(secret);
    }

    /// Whether moving progress may be shown.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Writes the result: the document for programs, or the table for people.
    pub(crate) fn result<T: Serialize>(
        &self,
        document: &T,
        table: impl FnOnce() -> Table,
    ) -> Result<(), Failure> {
        let text = if self.json {
            json::one_document(document, &self.mask)?
        } else {
            self.rendered(&table())
        };
        self.stdout(&text)
    }

    /// Writes one JSON document a line, for programs that read on the way.
    pub(crate) fn lines<T: Serialize>(&self, documents: &[T]) -> Result<(), Failure> {
        let mut text = String::new();
        for document in documents {
            text.push_str(&json::one_document(document, &self.mask)?);
        }
        self.stdout(&text)
    }

    /// Writes a table for people.
    pub(crate) fn table(&self, table: &Table) -> Result<(), Failure> {
        self.stdout(&self.rendered(table))
    }

    fn rendered(&self, table: &Table) -> String {
        let width = io::stdout()
            .is_terminal()
            .then(|| Term::stdout().size_checked())
            .flatten()
            .map(|(_, columns)| usize::from(columns));
        self.mask.hide(&table.render(width)).into_owned()
    }

    /// Standard output for a file that goes there.
    pub(crate) fn stream(&self) -> Box<dyn Write + Send> {
        Box::new(stream::Stream::new(Arc::clone(&self.reader_is_gone)))
    }

    /// Whether nobody reads standard output any more.
    pub(crate) fn reader_is_gone(&self) -> bool {
        self.reader_is_gone.load(Ordering::Relaxed)
    }

    /// Writes a whole file to standard output.
    fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut stream = self.stream();
        match stream.write_all(bytes).and_then(|()| stream.flush()) {
            Err(_) if self.reader_is_gone() => Ok(()),
            done => {
                done.map_err(|error| Failure::local("write", Path::new("standard output"), &error))
            }
        }
    }

    /// A remark for people; programs and the quiet get none.
    pub(crate) fn remark(&self, text: &str) {
        if !self.json && !self.quiet {
            self.stderr(&format!("{}\n", self.safe(text)));
        }
    }

    /// The failure of one item among several, for people; programs find it in the document.
    pub(crate) fn item_failure(&self, item: &str, failure: &Failure) {
        if !self.json {
            self.stderr(&format!(
                "{}\n",
                self.safe(&format!("{item}: {}", failure.message))
            ));
        }
    }

    /// The failure of the whole command.
    pub(crate) fn failure(&self, failure: &Failure) {
        let text = if self.json {
            error_json(failure.into(), &self.mask)
        } else if failure.fix.is_empty() {
            self.safe(&format!("error: {}", failure.message))
        } else {
            format!(
                "{}\n{}",
                self.safe(&format!("error: {}", failure.message)),
                self.safe(&failure.fix)
            )
        };
        self.stderr(&format!("{text}\n"));
    }

    /// What is no failure but ends the command with another status than 0.
    pub(crate) fn told(&self, kind: &str, message: &str, fix: &str) {
        self.told_as(ErrorDocument::told(kind, message, fix));
    }

    /// The same of a failure of the server, with its status and its words.
    pub(crate) fn told_of(&self, kind: &str, message: String, fix: &str, of: &Failure) {
        self.told_as(ErrorDocument {
            kind: kind.to_owned(),
            message,
            fix: fix.to_owned(),
            ..ErrorDocument::from(of)
        });
    }

    fn told_as(&self, document: ErrorDocument) {
        let text = if self.json {
            error_json(document, &self.mask)
        } else {
            format!(
                "{}\n{}",
                self.safe(&document.message),
                self.safe(&document.fix)
            )
        };
        self.stderr(&format!("{text}\n"));
    }

    /// Writes one line of a result that comes bit by bit, for people.
    pub(crate) fn line(&self, text: &str) -> Result<(), Failure> {
        self.stdout(&format!("{}\n", self.safe(text)))
    }

    /// Whether programs read the result.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Help that was asked for.
    pub(crate) fn help(&self, text: &str) -> Result<(), Failure> {
        self.stdout(text)
    }

    /// A command line that cannot be understood, in the parser's words.
    pub(crate) fn usage(&self, text: &str) {
        let lines: Vec<String> = text.lines().map(|line| self.safe(line)).collect();
        self.stderr(&format!("{}\n", lines.join("\n")));
    }

    /// A question on the terminal, without a line end.
    pub(crate) fn question(&self, text: &str) {
        self.stderr(&self.safe(text));
    }

    fn safe(&self, text: &str) -> String {
        shown(&self.mask.hide(text))
    }

    fn stdout(&self, text: &str) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        match stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
        {
            // `fieldctl … | head` has read enough: nothing went wrong.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::local(
                "write to",
                Path::new("standard output"),
                &error,
            )),
            Ok(()) => Ok(()),
        }
    }

    /// Where standard error cannot be written either, there is nobody left to tell.
    fn stderr(&self, text: &str) {
        drop(io::stderr().lock().write_all(text.as_bytes()));
    }
}

/// The failure of a command over several things, told once: that of the gravest item.
///
/// `doing` completes "… of … documents could not be …".
pub(crate) fn summary(failures: &[&Failure], items: usize, doing: &str) -> Option<Failure> {
    let gravest = failures
        .iter()
        .min_by_key(|failure| crate::exit::Exit::of_items(2, [**failure]).rank())?;
    let cancelled = failures
        .iter()
        .filter(|failure| failure.kind == FailureKind::Cancelled)
        .count();
    if items == 1 {
        let mut failure = (*gravest).clone();
        if cancelled > 0 {
            failure.message = format!("Cancelled: it was not {doing} and left nothing behind.");
        }
        return Some(failure);
    }
    let message = if cancelled > 0 {
        format!(
            "Cancelled: {} of {items} were {doing}; the rest left nothing behind.",
            items - failures.len()
        )
    } else {
        format!(
            "{} of {items} could not be {doing}. {}",
            failures.len(),
            gravest.message
        )
    };
    Some(Failure {
        message,
        ..(*gravest).clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: FailureKind, message: &str) -> Failure {
        Failure::new(kind, message, "fix")
    }

    #[test]
    fn one_item_is_told_as_it_is() {
        let gone = failure(FailureKind::FileVanished, "gone");
        assert_eq!(summary(&[&gone], 1, "sent"), Some(gone.clone()));
        assert_eq!(summary(&[], 3, "sent"), None);
    }

    #[test]
    fn several_are_told_by_the_gravest() {
        let gone = failure(FailureKind::FileVanished, "gone");
        let refused = failure(FailureKind::NotAllowed, "not allowed");
        let told = summary(&[&gone, &refused], 40, "sent").unwrap();
        assert_eq!(told.kind, FailureKind::NotAllowed);
        assert_eq!(told.message, "2 of 40 could not be sent. not allowed");
    }

    #[test]
    fn a_cancelled_command_says_what_is_done() {
        let cancelled = Failure::cancelled();
        let told = summary(&[&cancelled, &cancelled], 5, "sent").unwrap();
        assert_eq!(told.kind, FailureKind::Cancelled);
        assert!(told.message.contains("3 of 5 were sent"), "{told}");
        let told = summary(&[&cancelled], 1, "sent").unwrap();
        assert!(told.message.contains("was not sent"), "{told}");
    }
}
