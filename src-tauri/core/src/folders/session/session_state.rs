//! The current state of one mapping, kept beside its engine so that a look never waits for a run.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fielddesk_rules::file_name::shown;
use fielddesk_sync::event::{Event, EventKind};
use fielddesk_sync::reason::Reason;

use crate::folders::mappings::mapping::{FolderMapping, PausedUntil};
use crate::folders::schedule::stop_cause::StopCause;
use crate::folders::session::scan_summary::ScanSummary;
use crate::folders::views::folders_view::{MappingView, Moving, Progress, Sentence, WatchMode};
use crate::folders::views::mapping_views::{Cause, MappingStatus, State};
use crate::sync_adapters::BytesSent;

/// Names that are shown as moving.
const MOVING: usize = 5;

/// What is known of one mapping.
#[derive(Debug, Clone, Default)]
pub(in crate::folders) struct Live {
    /// What the last look found; none before the first.
    pub(in crate::folders) found: Option<ScanSummary>,
    /// Why the last run did not begin or ended early.
    pub(in crate::folders) why: Option<StopCause>,
    /// Since when it does not work.
    pub(in crate::folders) why_since: Option<DateTime<Utc>>,
    pub(in crate::folders) running: bool,
    pub(in crate::folders) progress: Progress,
    pub(in crate::folders) moving: Vec<Moving>,
    /// Bytes of the run that were shown as sent, which never become fewer.
    bytes_shown: u64,
    pub(in crate::folders) next_check: Option<DateTime<Utc>>,
    pub(in crate::folders) noticed: WatchMode,
    pub(in crate::folders) rebuilt: bool,
}

impl Live {
    /// A run begins.
    pub(in crate::folders) fn begins(&mut self) {
        self.running = true;
        self.progress = Progress::default();
        self.bytes_shown = 0;
        self.moving.clear();
    }

    /// A look or a run ended. Returns whether a person is asked about other documents than before.
    pub(in crate::folders) fn ended(
        &mut self,
        found: Option<ScanSummary>,
        why: Option<StopCause>,
        now: DateTime<Utc>,
    ) -> bool {
        self.running = false;
        self.moving.clear();
        self.why_since = why.as_ref().and(self.why_since.or(Some(now)));
        self.why = why;
        found.is_some_and(|found| self.take(found))
    }

    /// A look beside the run under way found this: whoever opens a folder while it runs is asked by
    /// such a look. What is worse than what is known is known at once, not when the run ends; the
    /// rest is the run's to say. Returns what `ended` returns.
    pub(in crate::folders) fn saw(&mut self, found: ScanSummary) -> bool {
        let known = self.found.as_ref().map(|known| known.state);
        self.running && Some(found.state) > known && self.take(found)
    }

    fn take(&mut self, found: ScanSummary) -> bool {
        let before = self.found.as_ref();
        let asks_other = before.map_or(!found.asked.is_empty(), |before| {
            before.asked != found.asked
        });
        self.found = Some(found);
        asks_other
    }

    /// Follows a run by its lines.
    pub(in crate::folders) fn heard(&mut self, event: &Event) {
        let Event::Name {
            event,
            mapping,
            section,
            name,
            bytes,
            ..
        } = event
        else {
            return;
        };
        match event {
            EventKind::Started => {
                self.progress.files_total += 1;
                self.progress.bytes_total += bytes;
                if self.moving.len() < MOVING {
                    self.moving.push(Moving {
                        mapping: mapping.clone(),
                        section: shown(section),
                        name: name.clone(),
                        shown_name: shown(name),
                        bytes_done: 0,
                        bytes: *bytes,
                    });
                }
            }
            EventKind::Uploaded | EventKind::Replaced | EventKind::Adopted | EventKind::Failed => {
                self.moving
                    .retain(|moving| moving.section != shown(section) || moving.name != *name);
                self.progress.files_done += 1;
                if matches!(event, EventKind::Uploaded | EventKind::Replaced) {
                    self.progress.bytes_done += bytes;
                }
                // What was adopted or refused may never have been begun.
                let progress = &mut self.progress;
                progress.files_total = progress.files_total.max(progress.files_done);
                progress.bytes_total = progress.bytes_total.max(progress.bytes_done);
            }
            EventKind::Downloaded
            | EventKind::Compared
            | EventKind::DeletedRemote
            | EventKind::Conflict
            | EventKind::Skipped
            | EventKind::Waiting => {}
        }
    }

    /// Takes over how far the uploads under way are.
    pub(in crate::folders) fn note_sent(&mut self, sent: &BytesSent) {
        for file in &mut self.moving {
            // One whose answer has come is no longer counted; it stays as it was shown.
            if let Some(bytes) = sent.of(&file.section, &file.name) {
                file.bytes_done = bytes.min(file.bytes);
            }
        }
        let bytes = self.progress.bytes_done + sent.all();
        self.bytes_shown = self.bytes_shown.max(bytes.min(self.progress.bytes_total));
    }

    /// How far the run is; the bytes of uploads under way count as they go.
    fn shown_progress(&self) -> Progress {
        Progress {
            bytes_done: self.progress.bytes_done.max(self.bytes_shown),
            ..self.progress
        }
    }

    /// The state: that of the worst file, of the run, or of a pause.
    pub(in crate::folders) fn state(&self, paused: bool) -> State {
        let found = self.found.as_ref().map(|found| found.state);
        let stopped = self.why.as_ref().map(of_why);
        let state = match (found, stopped) {
            (None, None) => State::Working,
            (found, stopped) => found.max(stopped).unwrap_or_default(),
        };
        // A pause hides what would go on by itself, never what waits for somebody.
        if paused && state < State::Offline {
            return State::Paused;
        }
        if self.running && state < State::Working {
            return State::Working;
        }
        state
    }

    /// The worst reason, and more in words.
    pub(in crate::folders) fn reason(&self) -> (Cause, Option<String>) {
        if let Some(why) = &self.why {
            return (why.cause(), Some(why.to_string()));
        }
        match self.found.as_ref().and_then(|found| found.worst.as_ref()) {
            Some(worst) => (Cause::Reason(worst.reason), worst.detail.clone()),
            None => (Cause::Reason(Reason::InStep), None),
        }
    }

    /// In the shape of the interface.
    pub(in crate::folders) fn status(
        &self,
        mapping: &FolderMapping,
        paused: bool,
    ) -> MappingStatus {
        let found = self.found.as_ref();
        let (reason, detail) = self.reason();
        MappingStatus {
            mapping: mapping.id.clone(),
            state: self.state(paused),
            files: found.map_or(0, |found| found.files),
            pending: found.map_or(0, |found| found.pending),
            conflicts: found.map_or(0, |found| found.conflicts),
            failed: found.map_or(0, |found| found.failed),
            last_run: found.and_then(|found| found.last_run),
            reason,
            detail,
        }
    }

    /// As the window shows it.
    pub(in crate::folders) fn view(
        &self,
        mapping: &FolderMapping,
        paused: Option<PausedUntil>,
    ) -> MappingView {
        let found = self.found.as_ref();
        let state = self.state(paused.is_some());
        MappingView {
            mapping: mapping.clone(),
            state,
            sentence: self.sentence(state, paused),
            files: found.map_or(0, |found| found.files),
            pending: found.map_or(0, |found| found.pending),
            conflicts: found.map_or(0, |found| found.conflicts),
            deletes: found.map_or(0, |found| found.deletes),
            renames: found.map_or(0, |found| found.renames),
            damaged: found.map_or(0, |found| found.damaged),
            listed: found.map_or(0, |found| found.listed),
            in_step: found.map_or(0, |found| found.in_step),
            failed: found.map_or(0, |found| found.failed),
            waiting: found.map_or(0, |found| found.waiting),
            not_uploaded: found.map_or(0, ScanSummary::not_uploaded),
            keeps_changing: found.map_or(0, |found| found.keeps_changing),
            last_run: found.and_then(|found| found.last_run),
            progress: self.running.then(|| self.shown_progress()),
            next_check: self.next_check,
            noticed: self.noticed,
            rebuilt: self.rebuilt,
        }
    }

    fn sentence(&self, state: State, paused: Option<PausedUntil>) -> Sentence {
        let mut values = BTreeMap::new();
        if let Some(found) = &self.found {
            for (name, value) in [
                ("files", found.files),
                ("pending", found.pending),
                ("conflicts", found.conflicts),
                ("deletes", found.deletes),
                ("failed", found.failed),
            ] {
                values.insert(name, value.to_string());
            }
            if let Some(worst) = &found.worst {
                values.insert("name", shown(&worst.name));
            }
        }
        let (reason, detail) = self.reason();
        if let Some(detail) = detail {
            values.insert("detail", shown(&detail));
        }
        let key = match (state, paused) {
            (State::Paused, Some(PausedUntil::At(at))) => {
                values.insert("at", at.to_rfc3339());
                "pausedUntil".to_owned()
            }
            (State::Paused, _) => "paused".to_owned(),
            (State::InStep, _) => "inStep".to_owned(),
            (State::NeedsDecision, _) if self.why.is_none() => "decisions".to_owned(),
            (State::Working, _) if self.found.is_none() => "notLookedYet".to_owned(),
            (State::Working, _) => "working".to_owned(),
            (State::Waiting | State::Offline | State::Failed | State::NeedsDecision, _) => {
                reason.to_string()
            }
        };
        Sentence { key, values }
    }
}

fn of_why(why: &StopCause) -> State {
    use crate::FailureKind as Kind;
    use fielddesk_sync::ports::RemoteErrorKind;
    use fielddesk_sync::stop_reason::StopReason;
    match why {
        StopCause::Stop(StopReason::FolderAway(_)) => State::Offline,
        StopCause::Stop(StopReason::Service { error, .. }) => match error.kind {
            RemoteErrorKind::Busy(_) | RemoteErrorKind::Failed(_) => State::Waiting,
            _ => State::Offline,
        },
        StopCause::Stop(
            StopReason::FolderDenied(_) | StopReason::Auth(_) | StopReason::State(_),
        ) => State::Failed,
        StopCause::Stop(StopReason::Closed(_) | StopReason::Gone(_)) => State::NeedsDecision,
        StopCause::Stop(StopReason::Cancelled) => State::Waiting,
        StopCause::Failure(failure) => match failure.kind {
            Kind::Unreachable | Kind::FileVanished | Kind::FileUnreadable => State::Offline,
            Kind::ServiceFailed | Kind::SlowDown => State::Waiting,
            Kind::NotFound => State::NeedsDecision,
            _ => State::Failed,
        },
    }
}

#[cfg(test)]
mod tests;
