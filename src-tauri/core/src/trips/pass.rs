//! Syncs that are under way, and the marks from which incremental ones begin: their rows.

use sqlx::SqliteConnection;

use super::source::Range;
use crate::Failure;
use fielddesk_model::Instant;

/// An incremental sync begins this much before the mark.
pub(crate) const OVERLAP_MS: i64 = 5 * 60 * 1000;
/// Added to the length of a full sync that took longer than the overlap.
const SLACK_MS: i64 = 60 * 1000;

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
pub(crate) struct Pass {
    pub(crate) kind: Kind,
    pub(crate) range: Range,
    /// Empty before the first page.
    pub(crate) token: String,
    pub(crate) first_run: u32,
    /// When it began, by the local clock; used for how long it took and nothing else.
    pub(crate) started_ms: i64,
    pub(crate) highest_ms: Option<i64>,
}

impl Pass {
    /// The pass that is under way, if any.
    pub(crate) async fn load(
        connection: &mut SqliteConnection,
        scope: &Scope,
        kind: Kind,
    ) -> Result<Option<Self>, Failure> {
        type Row = (
            Option<i64>,
            Option<i64>,
            Option<i64>,
            String,
            u32,
            i64,
            Option<i64>,
        );
        let row: Option<Row> = sqlx::query_as(
            "SELECT from_ms, to_ms, since_ms, token, first_run, started_ms, highest_ms \
             FROM passes WHERE source = ? AND project = ? AND kind = ?",
        )
        .bind(scope.source)
        .bind(&scope.project)
        .bind(kind.name())
        .fetch_optional(connection)
        .await?;
        Ok(row.map(
            |(from, to, since, token, first_run, started_ms, highest_ms)| {
                let instant = |ms: Option<i64>| ms.and_then(Instant::from_millis);
                let range = match (instant(from), instant(to), instant(since)) {
                    (_, _, Some(since)) => Range::Since(since),
                    (Some(from), Some(to), None) => Range::Window(from, to),
                    _ => Range::Everything,
                };
                Self {
                    kind,
                    range,
                    token,
                    first_run,
                    started_ms,
                    highest_ms,
                }
            },
        ))
    }

    /// Keeps how far it came.
    pub(crate) async fn save(
        &self,
        connection: &mut SqliteConnection,
        scope: &Scope,
    ) -> Result<(), Failure> {
        let (from, to, since) = match self.range {
            Range::Everything => (None, None, None),
            Range::Window(from, to) => (Some(from.millis()), Some(to.millis()), None),
            Range::Since(since) => (None, None, Some(since.millis())),
        };
        sqlx::query(
            "INSERT OR REPLACE INTO passes (source, project, kind, from_ms, to_ms, since_ms, \
             token, first_run, started_ms, highest_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(scope.source)
        .bind(&scope.project)
        .bind(self.kind.name())
        .bind(from)
        .bind(to)
        .bind(since)
        .bind(&self.token)
        .bind(self.first_run)
        .bind(self.started_ms)
        .bind(self.highest_ms)
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Forgets it: its last page is stored.
    pub(crate) async fn end(
        &self,
        connection: &mut SqliteConnection,
        scope: &Scope,
    ) -> Result<(), Failure> {
        sqlx::query("DELETE FROM passes WHERE source = ? AND project = ? AND kind = ?")
            .bind(scope.source)
            .bind(&scope.project)
            .bind(self.kind.name())
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Whether it brings all trips of its extent, so that those it did not bring are gone.
    pub(crate) const fn is_full(&self) -> bool {
        !matches!(self.range, Range::Since(_))
    }

    /// The mark after this pass, or none where it says nothing about later changes.
    pub(crate) fn mark(&self, before: Option<Mark>, now_ms: i64) -> Option<Mark> {
        let highest = self.highest_ms;
        match (self.kind, self.range, before) {
            (Kind::Plain, Range::Since(_), Some(before)) => Some(Mark {
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
                Mark { at_ms, overlap_ms }
            }),
            (Kind::Since, Range::Since(since), Some(before)) if since.millis() <= before.at_ms => {
                Some(Mark {
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
pub(crate) struct Mark {
    /// The highest `modifiedDateTime` seen.
    pub(crate) at_ms: i64,
    pub(crate) overlap_ms: i64,
}

impl Mark {
    pub(crate) fn since(self) -> Option<Instant> {
        Instant::from_millis(self.at_ms.saturating_sub(self.overlap_ms))
    }

    pub(crate) async fn load(
        connection: &mut SqliteConnection,
        scope: &Scope,
    ) -> Result<Option<Self>, Failure> {
        let row: Option<(i64, i64)> = sqlx::query_as(
            "SELECT mark_ms, overlap_ms FROM marks WHERE source = ? AND project = ?",
        )
        .bind(scope.source)
        .bind(&scope.project)
        .fetch_optional(connection)
        .await?;
        Ok(row.map(|(at_ms, overlap_ms)| Self { at_ms, overlap_ms }))
    }

    pub(crate) async fn save(
        self,
        connection: &mut SqliteConnection,
        scope: &Scope,
    ) -> Result<(), Failure> {
        sqlx::query(
            "INSERT OR REPLACE INTO marks (source, project, mark_ms, overlap_ms) VALUES (?, ?, ?, ?)",
        )
        .bind(scope.source)
        .bind(&scope.project)
        .bind(self.at_ms)
        .bind(self.overlap_ms)
        .execute(connection)
        .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(kind: Kind, range: Range, highest_ms: Option<i64>) -> Pass {
        Pass {
            kind,
            range,
            token: String::new(),
            first_run: 1,
            started_ms: 0,
            highest_ms,
        }
    }

    fn at(ms: i64) -> Instant {
        Instant::from_millis(ms).unwrap()
    }

    #[test]
    fn a_mark_is_the_highest_change_and_its_overlap_covers_a_long_sync() {
        let quick = pass(Kind::Plain, Range::Everything, Some(1_000_000)).mark(None, 60_000);
        assert_eq!(quick.unwrap().since(), Some(at(1_000_000 - OVERLAP_MS)));
        let hour = 3_600_000;
        let slow = pass(Kind::Plain, Range::Everything, Some(2 * hour)).mark(None, hour);
        assert!(slow.unwrap().since().unwrap().millis() < hour);
    }

    #[test]
    fn only_what_leaves_no_gap_moves_the_mark() {
        let before = Some(Mark {
            at_ms: 5000,
            overlap_ms: OVERLAP_MS,
        });
        let since = |ms| pass(Kind::Since, Range::Since(at(ms)), Some(9000));
        assert_eq!(since(5000).mark(before, 0).unwrap().at_ms, 9000);
        assert_eq!(since(5001).mark(before, 0), before);
        assert_eq!(since(0).mark(None, 0), None);
        let window = pass(Kind::Window, Range::Window(at(0), at(1)), Some(9000));
        assert_eq!(window.mark(before, 0), before);
        assert_eq!(window.mark(None, 0), None);
        let nothing = pass(Kind::Plain, Range::Since(at(0)), None);
        assert_eq!(nothing.mark(before, 0), before);
    }
}
