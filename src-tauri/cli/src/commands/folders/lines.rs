//! The lines of a run as they come: NDJSON for programs, a line a name for people, and the sums.

use fielddesk_core::Failure;
use fielddesk_core::folders::{
    Event, EventKind, Finished, MappingId, PollingReason, RunTotals, WatchMode,
};
use tokio::sync::watch;

use super::open::Names;
use super::through::{Through, mapping_of};
use super::words::{happened, reason};
use crate::context::Context;
use crate::output::progress::Bar;
use crate::output::table::size;

/// Writes the lines of a run.
pub(crate) struct Lines<'a> {
    context: &'a Context,
    names: Names,
    several: bool,
    done: watch::Sender<u64>,
    bar: Option<Bar>,
    tally: RunTotals,
    /// Something was told since the last time that nothing was left to do.
    fresh: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(context: &'a Context, names: Names, several: bool) -> Self {
        let done = watch::Sender::new(0);
        let bar = Bar::count(&context.output, "Syncing", done.subscribe(), |done| *done);
        Self {
            context,
            names,
            several,
            done,
            bar,
            tally: RunTotals::default(),
            fresh: true,
        }
    }

    /// Writes one.
    pub(super) fn tell(&mut self, event: &Event) -> Result<(), Failure> {
        self.count(event);
        let output = &self.context.output;
        if output.is_json() {
            return output.lines(&[Through::folder(event, mapping_of(event), &self.names)]);
        }
        match self.in_words(event) {
            Some(line) => Bar::aside(self.bar.as_ref(), || output.line(&line)),
            None => Ok(()),
        }
    }

    /// Tells people of a folder whose changes the system does not tell of.
    pub(super) fn tell_noticed(&self, mapping: &MappingId, noticed: WatchMode) {
        let WatchMode::Every { seconds, because } = noticed else {
            return;
        };
        let why = match because {
            PollingReason::Limit => "this computer cannot monitor more folders",
            PollingReason::NetworkDrive => "a network drive does not report changes",
            PollingReason::FolderAway => "folder not found",
            PollingReason::System => "the system does not report changes",
        };
        let line = format!("is checked every {seconds} s: {why}");
        let folder = self.names.get(mapping);
        self.context.output.remark(&format!("{folder} {line}."));
    }

    /// Writes the last one.
    pub(super) fn end(self, finished: &Finished) -> Result<(), Failure> {
        drop(self.bar);
        let output = &self.context.output;
        if output.is_json() {
            return output.lines(&[Through::all(finished, &self.names)]);
        }
        let tally = &finished.tally;
        output.line(&format!(
            "{} uploaded, {} replaced, {} deleted, {} already the same; {} uploaded in {:.1} s",
            tally.uploaded,
            tally.replaced,
            tally.deleted,
            tally.adopted,
            size(tally.bytes),
            tally.seconds,
        ))
    }

    /// The sums so far, for a run that is given up.
    pub(super) fn so_far(&self, seconds: f64) -> Finished {
        Finished {
            event: "finished",
            tally: RunTotals {
                seconds,
                ..self.tally
            },
            decisions: 0,
            undone: std::collections::BTreeMap::new(),
            stopped: Vec::new(),
        }
    }

    fn count(&mut self, event: &Event) {
        let Event::Name { event, bytes, .. } = event else {
            return;
        };
        let tally = &mut self.tally;
        match event {
            EventKind::Uploaded => tally.uploaded += 1,
            EventKind::Replaced => tally.replaced += 1,
            EventKind::DeletedRemote => tally.deleted += 1,
            EventKind::Adopted => tally.adopted += 1,
            EventKind::Conflict => tally.conflicts += 1,
            EventKind::Failed => tally.failed += 1,
            EventKind::Started
            | EventKind::Downloaded
            | EventKind::Compared
            | EventKind::Skipped
            | EventKind::Waiting => {
                return;
            }
        }
        if matches!(event, EventKind::Uploaded | EventKind::Replaced) {
            tally.bytes += bytes;
        }
        self.done.send_modify(|done| *done += 1);
    }

    fn in_words(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Name {
                event: EventKind::Started,
                ..
            } => None,
            Event::Name {
                event,
                mapping,
                section,
                name,
                bytes,
                reason: why,
                message,
                ..
            } => {
                self.fresh = true;
                let mut line = format!("{:<10}  {section}/{name}", happened(*event));
                if matches!(event, EventKind::Uploaded | EventKind::Replaced) {
                    line.push_str(&format!("  {}", size(*bytes)));
                }
                if let Some(why) = why {
                    line.push_str(&format!("  ({})", reason(*why)));
                }
                if let Some(message) = message {
                    line.push_str(&format!(": {message}"));
                }
                Some(self.of(mapping, &line))
            }
            Event::Idle { mapping, .. } => {
                let fresh = std::mem::take(&mut self.fresh);
                fresh.then(|| self.of(mapping, "nothing left to do"))
            }
            Event::Stopped {
                mapping,
                reason: why,
                message,
                ..
            } => {
                self.fresh = true;
                Some(self.of(mapping, &format!("waits       {}: {message}", reason(*why))))
            }
        }
    }

    fn of(&self, mapping: &MappingId, line: &str) -> String {
        if self.several {
            format!("{}: {line}", self.names.get(mapping))
        } else {
            line.to_owned()
        }
    }
}
