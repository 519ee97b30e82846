//! Syncs that are under way, and the marks from which incremental ones begin: their rows.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::source::Range;
use crate::Failure;
use fielddesk_model::Instant;

/// An incremental sync begins this much before the watermark.
pub(crate) const OVERLAP_MS: i64 = 5 * 60 * 1000;
/// Added to the length of a full sync that took longer than the overlap.
const SLACK_MS: i64 = 60 * 1000;

/// The local clock: it measures how long a sync took and is never compared with the data.
pub(super) fn now_ms() -> i64 {
    chrono::Utc::now().timestamp_millis()
}

/// What was asked for; of each kind one can be under way for a project filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Window,
    Since,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Window => "window",
            Self::Since => "since",
        }
    }
}

/// Whose sync it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) source: i64,
    /// Empty for no project filter.
    pub(crate) project: String,
}

/// A sync from its first page to its last, over as many runs as it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyncSession {
    pub(crate) kind: Kind,
    pub(crate) range: Range,
    /// Empty before the first page.
    pub(crate) token: String,
    pub(crate) first_run: u32,
    /// When it began, by the local clock; used for how long it took and nothing else.
    pub(crate) started_ms: i64,
    pub(crate) highest_ms: Option<i64>,
    pub(crate) pages: u64,
}

impl SyncSession {
    /// The session that is under way, if any.
    pub(crate) fn load(
        connection: &Connection,
        scope: &Scope,
        kind: Kind,
    ) -> Result<Option<Self>, Failure> {
        let instant = |ms: Option<i64>| ms.and_then(Instant::from_millis);
        let session = connection.query_row(
            "SELECT from_ms, to_ms, since_ms, token, first_run, started_ms, highest_ms, pages \
             FROM passes WHERE source = ? AND project = ? AND kind = ?",
            params![scope.source, scope.project, kind.name()],
            |row| {
                let bounds = (
                    instant(row.get(0)?),
                    instant(row.get(1)?),
                    instant(row.get(2)?),
                );
                Ok(Self {
                    kind,
                    range: match bounds {
                        (_, _, Some(since)) => Range::Since(since),
                        (Some(from), Some(to), None) => Range::Window(from, to),
                        _ => Range::Everything,
                    },
                    token: row.get(3)?,
                    first_run: row.get(4)?,
                    started_ms: row.get(5)?,
                    highest_ms: row.get(6)?,
                    pages: row.get(7)?,
                })
            },
        );
        Ok(session.optional()?)
    }

    /// Keeps how far it came.
    pub(crate) fn save(&self, connection: &Connection, scope: &Scope) -> Result<(), Failure> {
        let (from, to, since) = match self.range {
            Range::Everything => (None, None, None),
            Range::Window(from, to) => (Some(from.millis()), Some(to.millis()), None),
            Range::Since(since) => (None, None, Some(since.millis())),
        };
        connection.execute(
            "INSERT OR REPLACE INTO passes (source, project, kind, from_ms, to_ms, since_ms, \
             token, first_run, started_ms, highest_ms, pages) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                scope.source,
                scope.project,
                self.kind.name(),
                from,
                to,
                since,
                self.token,
                self.first_run,
                self.started_ms,
                self.highest_ms,
                self.pages
            ],
        )?;
        Ok(())
    }

    /// Forgets it: its last page is stored.
    pub(crate) fn end(&self, connection: &Connection, scope: &Scope) -> Result<(), Failure> {
        connection.execute(
            "DELETE FROM passes WHERE source = ? AND project = ? AND kind = ?",
            params![scope.source, scope.project, self.kind.name()],
        )?;
        Ok(())
    }

    /// Whether it brings all trips of its extent, so that those it did not bring are gone.
    pub(crate) const fn is_full(&self) -> bool {
        !matches!(self.range, Range::Since(_))
    }

    /// The watermark after this session, or none where it says nothing about later changes.
    pub(crate) fn watermark(&self, before: Option<Watermark>, now_ms: i64) -> Option<Watermark> {
        let highest = self.highest_ms;
        match (self.kind, self.range, before) {
            (Kind::Plain, Range::Since(_), Some(before)) => Some(Watermark {
                at_ms: highest.map_or(before.at_ms, |highest| highest.max(before.at_ms)),
                overlap_ms: if highest.is_some() {
                    OVERLAP_MS
                } else {
                    before.overlap_ms
                },
            }),
            // A change made while a long full sync ran may concern a page that was read before
            // it, and be older than the highest change by as long as the sync took.
            (Kind::Plain, _, _) => highest.map(|at_ms| {
                let took_ms = now_ms.saturating_sub(self.started_ms).max(0);
                let overlap_ms = if took_ms <= OVERLAP_MS {
                    OVERLAP_MS
                } else {
                    took_ms.saturating_add(SLACK_MS)
                };
                Watermark { at_ms, overlap_ms }
            }),
            (Kind::Since, Range::Since(since), Some(before)) if since.millis() <= before.at_ms => {
                Some(Watermark {
                    at_ms: highest.map_or(before.at_ms, |highest| highest.max(before.at_ms)),
                    overlap_ms: before.overlap_ms,
                })
            }
            _ => before,
        }
    }
}

/// Where the next incremental sync begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Watermark {
    /// The highest `modifiedDateTime` seen.
    pub(crate) at_ms: i64,
    pub(crate) overlap_ms: i64,
}

impl Watermark {
    pub(crate) fn since(self) -> Option<Instant> {
        Instant::from_millis(self.at_ms.saturating_sub(self.overlap_ms))
    }

    pub(crate) fn load(connection: &Connection, scope: &Scope) -> Result<Option<Self>, Failure> {
        let watermark = connection.query_row(
            "SELECT mark_ms, overlap_ms FROM marks WHERE source = ? AND project = ?",
            params![scope.source, scope.project],
            |row| {
                Ok(Self {
                    at_ms: row.get(0)?,
                    overlap_ms: row.get(1)?,
                })
            },
        );
        Ok(watermark.optional()?)
    }

    pub(crate) fn save(self, connection: &Connection, scope: &Scope) -> Result<(), Failure> {
        connection.execute(
            "INSERT OR REPLACE INTO marks (source, project, mark_ms, overlap_ms) VALUES (?, ?, ?, ?)",
            params![scope.source, scope.project, self.at_ms, self.overlap_ms],
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(kind: Kind, range: Range, highest_ms: Option<i64>) -> SyncSession {
        SyncSession {
            kind,
            range,
            token: String::new(),
            first_run: 1,
            started_ms: 0,
            highest_ms,
            pages: 0,
        }
    }

    fn at(ms: i64) -> Instant {
        Instant::from_millis(ms).unwrap()
    }

    #[test]
    fn a_mark_is_the_highest_change_and_its_overlap_covers_a_long_sync() {
        let quick =
            session(Kind::Plain, Range::Everything, Some(1_000_000)).watermark(None, 60_000);
        assert_eq!(quick.unwrap().since(), Some(at(1_000_000 - OVERLAP_MS)));
        let hour = 3_600_000;
        let slow = session(Kind::Plain, Range::Everything, Some(2 * hour)).watermark(None, hour);
        assert!(slow.unwrap().since().unwrap().millis() < hour);
    }

    #[test]
    fn only_what_leaves_no_gap_moves_the_mark() {
        let before = Some(Watermark {
            at_ms: 5000,
            overlap_ms: OVERLAP_MS,
        });
        let since = |ms| session(Kind::Since, Range::Since(at(ms)), Some(9000));
        assert_eq!(since(5000).watermark(before, 0).unwrap().at_ms, 9000);
        assert_eq!(since(5001).watermark(before, 0), before);
        assert_eq!(since(0).watermark(None, 0), None);
        let window = session(Kind::Window, Range::Window(at(0), at(1)), Some(9000));
        assert_eq!(window.watermark(before, 0), before);
        assert_eq!(window.watermark(None, 0), None);
        let nothing = session(Kind::Plain, Range::Since(at(0)), None);
        assert_eq!(nothing.watermark(before, 0), before);
    }
}
