//! The journals of an import and of its undo: the revert file and the count of rows.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use serde_json::Value;

use super::revert_file::RevertFile;
use crate::Failure;
use crate::bulk::BulkControl;
use crate::records::{BatchRow, Journal, News, RecordKind, Resource, RowOutcome};
use fielddesk_rules::fields::{Kind, Values, field, is_blank};

/// Ids of created records are noted at most this often: the file is written whole.
const EVERY: Duration = Duration::from_secs(2);

/// Keeps the revert file up to date while an import is applied, and counts its rows; where no
/// file is wanted it counts alone.
pub(super) struct ImportJournal<'a> {
    path: Option<PathBuf>,
    file: RevertFile,
    /// By place: the row's number in the imported file.
    numbers: Vec<u64>,
    counted: Counted<'a>,
    begun: bool,
    written: Instant,
    /// Something of the file is not on the disk.
    open: bool,
    /// Why the file is not complete.
    failed: Option<Failure>,
}

impl<'a> ImportJournal<'a> {
    pub(super) fn new(
        path: Option<PathBuf>,
        file: RevertFile,
        numbers: Vec<u64>,
        following: &'a BulkControl,
    ) -> Self {
        Self {
            path,
            file,
            numbers,
            counted: Counted::new(following),
            begun: false,
            written: Instant::now(),
            open: false,
            failed: None,
        }
    }

    /// Writes the file, before anything is changed.
    fn begin(&mut self, rows: &[(usize, &BatchRow)]) -> Result<(), Failure> {
        self.counted.begin(rows);
        self.begun = true;
        for (place, row) in rows {
            if row.outcome != RowOutcome::Waiting {
                continue;
            }
            let Some(number) = self.numbers.get(*place) else {
                continue;
            };
            self.file.take_in(*number, row);
        }
        self.open = !(self.file.changed.is_empty() && self.file.created.is_empty());
        if !self.open {
            self.path = None;
        } else if let Some(path) = &mut self.path {
            *path = std::path::absolute(&*path)
                .map_err(|error| Failure::local("save", path, &error))?;
        }
        self.write()
    }

    /// Notes records that were created. The changes are made: that their file cannot be
    /// written must not end the import.
    fn note(&mut self, rows: &[(usize, &BatchRow)]) {
        let resource = self.file.resource;
        for (place, row) in rows {
            let number = self.numbers.get(*place);
            let created = number.and_then(|number| self.file.created(*number));
            if let Some(created) = created.filter(|_| !row.id.is_empty()) {
                created.id = Some(row.id.clone());
                let record = row.record.as_ref();
                created.stored = record.map(|record| filled(resource, record).collect());
                self.open = true;
            }
        }
        if self.written.elapsed() >= EVERY
            && let Err(failure) = self.write()
        {
            self.failed.get_or_insert(failure);
        }
    }

    fn write(&mut self) -> Result<(), Failure> {
        if let Some(path) = self.path.as_ref().filter(|_| self.open) {
            self.file.write(path)?;
            self.open = false;
            self.written = Instant::now();
        }
        Ok(())
    }

    /// Writes what was noted last; gives the path of the file, where it is complete. That it is
    /// not must not hide the outcomes.
    pub(super) fn end(mut self) -> Option<PathBuf> {
        let written = self.write();
        let failed = self.failed.or(written.err());
        if let Some(failure) = failed {
            tracing::error!(?failure, "the file that undoes the import is not complete");
            return None;
        }
        self.path.filter(|_| self.begun)
    }
}

#[async_trait]
impl<K: RecordKind> Journal<K> for ImportJournal<'_> {
    async fn keep(&mut self, news: News<'_, K>) -> Result<(), Failure> {
        if self.begun {
            self.note(&news.rows);
        } else if !news.finished {
            self.begin(&news.rows)?;
        }
        self.counted.note(&news.rows);
        Ok(())
    }
}

/// Keeps copies of the records that go, before the first one does.
pub(super) struct RevertJournal<'a> {
    path: PathBuf,
    file: RevertFile,
    /// The place of the first created record among the rows.
    first_created: usize,
    counted: Counted<'a>,
    begun: bool,
}

impl<'a> RevertJournal<'a> {
    pub(super) fn new(path: PathBuf, file: RevertFile, following: &'a BulkControl) -> Self {
        Self {
            first_created: file.changed.len(),
            path,
            file,
            counted: Counted::new(following),
            begun: false,
        }
    }

    fn begin(&mut self, rows: &[(usize, &BatchRow)]) -> Result<(), Failure> {
        self.counted.begin(rows);
        self.begun = true;
        let fields = self.file.resource.fields();
        let mut any = false;
        for (place, row) in rows {
            let created = place.checked_sub(self.first_created);
            let created = created.and_then(|place| self.file.created.get_mut(place));
            let Some(created) = created.filter(|_| row.outcome == RowOutcome::Waiting) else {
                continue;
            };
            let cells = row.cells.iter();
            let mut copy: Values = cells
                .map(|cell| (cell.field.clone(), cell.old.clone()))
                .collect();
            // With the tags that were sent: they cannot be read.
            for (name, value) in &created.values {
                if field(fields, name).is_some_and(|field| field.kind == Kind::Tags) {
                    copy.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
            created.deleted = Some(copy);
            any = true;
        }
        if any {
            self.file.write(&self.path)?;
        }
        Ok(())
    }
}

#[async_trait]
impl<K: RecordKind> Journal<K> for RevertJournal<'_> {
    async fn keep(&mut self, news: News<'_, K>) -> Result<(), Failure> {
        if !self.begun {
            self.begin(&news.rows)?;
        }
        self.counted.note(&news.rows);
        Ok(())
    }
}

/// Tells how many rows have their outcome, each once.
struct Counted<'a> {
    following: &'a BulkControl,
    waiting: HashSet<usize>,
}

impl<'a> Counted<'a> {
    fn new(following: &'a BulkControl) -> Self {
        Self {
            following,
            waiting: HashSet::new(),
        }
    }

    /// Counts those of the rows that wait.
    fn begin(&mut self, rows: &[(usize, &BatchRow)]) {
        let waiting = rows.iter();
        let waiting = waiting.filter(|(_, row)| row.outcome == RowOutcome::Waiting);
        self.waiting = waiting.map(|(place, _)| *place).collect();
        self.following.begin(self.waiting.len());
    }

    fn note(&mut self, rows: &[(usize, &BatchRow)]) {
        let ended = rows.iter().filter(|(place, row)| {
            row.outcome != RowOutcome::Waiting && self.waiting.remove(place)
        });
        let ended = ended.count();
        if ended > 0 {
            self.following.step(ended);
        }
    }
}

/// The values of a record that its fields have and that are not empty.
pub(super) fn filled(
    resource: Resource,
    record: &Values,
) -> impl Iterator<Item = (String, Value)> + '_ {
    let known = move |name: &str| field(resource.fields(), name).is_some();
    let filled = record.iter();
    let filled = filled.filter(move |(name, value)| known(name) && !is_blank(value));
    filled.map(|(name, value)| (name.clone(), value.clone()))
}
