//! The table of the activity log. The database itself refuses to change a line, or to drop a
//! young one.

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_sync::event::{Event, EventKind};
use fielddesk_sync::mapping::MappingId;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite};

use fielddesk_rules::retention::ACTIVITY_DAYS;
use fielddesk_rules::search::Search;

use crate::Failure;
use crate::db::{self, Database};
use crate::folders::Folders;
use crate::folders::activity::entry::{Act, Activity, ActivityFilter, Actor, LogSize};

/// Lines of one answer when nobody says how many.
const PAGE: u32 = 500;

/// Parameters of one statement: SQLite takes 32,766.
const ROWS_AT_ONCE: usize = 500;

/// A line that is not written yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::folders) struct LogEntry {
    pub(in crate::folders) at: DateTime<Utc>,
    pub(in crate::folders) mapping: MappingId,
    pub(in crate::folders) act: Act,
    pub(in crate::folders) section: String,
    pub(in crate::folders) name: String,
    pub(in crate::folders) document: Option<FileReferenceId>,
    pub(in crate::folders) bytes: u64,
    pub(in crate::folders) detail: String,
}

impl LogEntry {
    /// About a mapping as a whole.
    pub(in crate::folders) fn of_mapping(
        at: DateTime<Utc>,
        mapping: &MappingId,
        act: Act,
        name: String,
    ) -> Self {
        Self {
            at,
            mapping: mapping.clone(),
            act,
            section: String::new(),
            name,
            document: None,
            bytes: 0,
            detail: String::new(),
        }
    }

    /// What an event leaves in the log: what was done, not what waits.
    pub(in crate::folders) fn of_event(at: DateTime<Utc>, event: &Event) -> Option<Self> {
        let Event::Name {
            event,
            mapping,
            section,
            name,
            id,
            bytes,
            reason,
            message,
        } = event
        else {
            return None;
        };
        let act = match event {
            EventKind::Uploaded => Act::Uploaded,
            EventKind::Replaced => Act::Replaced,
            EventKind::Downloaded => Act::Downloaded,
            EventKind::DeletedRemote => Act::DeletedRemote,
            EventKind::Adopted => Act::Adopted,
            EventKind::Failed => Act::Failed,
            EventKind::Started
            | EventKind::Compared
            | EventKind::Conflict
            | EventKind::Skipped
            | EventKind::Waiting => return None,
        };
        let detail = message
            .clone()
            .or_else(|| reason.map(|why| why.to_string()));
        Some(Self {
            at,
            mapping: mapping.clone(),
            act,
            section: section.clone(),
            name: name.clone(),
            document: id.clone(),
            bytes: *bytes,
            detail: detail.unwrap_or_default(),
        })
    }
}

/// Appends lines, all or none.
pub(in crate::folders) async fn append(
    database: &Database,
    who: &Actor,
    lines: &[LogEntry],
) -> Result<(), Failure> {
    let mut transaction = db::begin_change(database.pool()).await?;
    for lines in lines.chunks(ROWS_AT_ONCE) {
        let mut query = QueryBuilder::<Sqlite>::new(
            "INSERT INTO folder_activity (at, mapping, user, machine, act, section, name, \
             document, bytes, detail) ",
        );
        let mut words = Vec::with_capacity(lines.len());
        for line in lines {
            words.push(word(line.act)?);
        }
        query.push_values(lines.iter().zip(words), |mut row, (line, act)| {
            row.push_bind(line.at)
                .push_bind(line.mapping.0.clone())
                .push_bind(who.user.clone())
                .push_bind(who.machine.clone())
                .push_bind(act)
                .push_bind(line.section.clone())
                .push_bind(line.name.clone())
                .push_bind(line.document.as_ref().map(|id| id.as_str().to_owned()))
                .push_bind(i64::try_from(line.bytes).unwrap_or(i64::MAX))
                .push_bind(line.detail.clone());
        });
        query.build().execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Lines that a filter lets through, newest first.
pub(in crate::folders) async fn read(
    database: &Database,
    filter: &ActivityFilter,
) -> Result<Vec<Activity>, Failure> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "SELECT id, at, mapping, user, machine, act, section, name, document, bytes, detail \
         FROM folder_activity WHERE 1 = 1",
    );
    if let Some(mapping) = &filter.mapping {
        query.push(" AND mapping = ").push_bind(mapping.0.clone());
    }
    if let Some(from) = filter.from {
        query.push(" AND at >= ").push_bind(from);
    }
    if let Some(to) = filter.to {
        query.push(" AND at < ").push_bind(to);
    }
    if let Some(before) = filter.before {
        query.push(" AND id < ").push_bind(before);
    }
    query.push(" ORDER BY id DESC");
    let limit = usize::try_from(filter.limit.unwrap_or(PAGE)).unwrap_or(usize::MAX);
    let text = Search::new(&filter.text);
    if text.is_empty() {
        query
            .push(" LIMIT ")
            .push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    }
    let rows = query.build().fetch_all(database.pool()).await?;
    let mut found = Vec::new();
    for row in &rows {
        let line = of_row(row)?;
        // SQLite folds ASCII letters alone; people search for ØST, too.
        if text.finds(&line.name) {
            found.push(line);
        }
        if found.len() == limit {
            break;
        }
    }
    Ok(found)
}

pub(in crate::folders) async fn size(database: &Database) -> Result<LogSize, Failure> {
    let (lines, bytes): (i64, Option<i64>) = sqlx::query_as(
        "SELECT COUNT(*), SUM(LENGTH(section) + LENGTH(name) + LENGTH(detail) + \
         LENGTH(user) + LENGTH(machine) + 80) FROM folder_activity",
    )
    .fetch_one(database.pool())
    .await?;
    Ok(LogSize {
        lines: u64::try_from(lines).unwrap_or(0),
        bytes: bytes
            .and_then(|bytes| u64::try_from(bytes).ok())
            .unwrap_or(0),
        kept_days: ACTIVITY_DAYS,
    })
}

/// Drops lines that are older than the log keeps; returns how many.
pub(in crate::folders) async fn prune(
    database: &Database,
    now: DateTime<Utc>,
) -> Result<u64, Failure> {
    // A day of grace: the trigger counts by the computer's clock of the moment.
    let before = now - TimeDelta::days(i64::from(ACTIVITY_DAYS) + 1);
    let done = sqlx::query("DELETE FROM folder_activity WHERE at < ?")
        .bind(before)
        .execute(database.pool())
        .await?;
    Ok(done.rows_affected())
}

fn word(act: Act) -> Result<String, Failure> {
    match serde_json::to_value(act) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        _ => Err(Failure::internal("an act of the log has no word")),
    }
}

fn of_row(row: &SqliteRow) -> Result<Activity, Failure> {
    let act: String = row.try_get("act")?;
    let mapping: String = row.try_get("mapping")?;
    let document: Option<String> = row.try_get("document")?;
    let bytes: i64 = row.try_get("bytes")?;
    Ok(Activity {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        mapping: MappingId(mapping),
        who: Actor {
            user: row.try_get("user")?,
            machine: row.try_get("machine")?,
        },
        act: serde_json::from_value(act.into()).map_err(Failure::internal)?,
        section: row.try_get("section")?,
        name: row.try_get("name")?,
        document: document.map(FileReferenceId::new),
        bytes: u64::try_from(bytes).unwrap_or(0),
        detail: row.try_get("detail")?,
    })
}

impl Folders {
    /// Lines of the log, newest first.
    pub async fn activity(&self, filter: &ActivityFilter) -> Result<Vec<Activity>, Failure> {
        read(&self.inner.parts.database, filter).await
    }

    /// How much the log holds.
    pub async fn log_size(&self) -> Result<LogSize, Failure> {
        size(&self.inner.parts.database).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_dir::DataDir;

    async fn database() -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        (folder, database)
    }

    fn who() -> Actor {
        Actor {
            user: "anna".into(),
            machine: "KONTOR-3".into(),
        }
    }

    fn line(name: &str, at: DateTime<Utc>) -> LogEntry {
        LogEntry {
            bytes: 7,
            document: Some(FileReferenceId::new("d1")),
            ..LogEntry::of_mapping(at, &MappingId("m".into()), Act::Uploaded, name.into())
        }
    }

    #[tokio::test]
    async fn lines_come_back_newest_first_with_user_and_machine() {
        let (_folder, database) = database().await;
        let now = Utc::now();
        append(
            &database,
            &who(),
            &[line("a.pdf", now), line("ØST.pdf", now)],
        )
        .await
        .unwrap();
        let all = read(&database, &ActivityFilter::default()).await.unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].name.as_str(), all[0].bytes), ("ØST.pdf", 7));
        assert_eq!(all[0].who, who());
        assert_eq!(all[0].document.as_ref().unwrap().as_str(), "d1");
        let found = ActivityFilter {
            text: "øst".into(),
            ..ActivityFilter::default()
        };
        assert_eq!(read(&database, &found).await.unwrap().len(), 1);
        let second = ActivityFilter {
            before: Some(all[0].id),
            limit: Some(1),
            ..ActivityFilter::default()
        };
        assert_eq!(read(&database, &second).await.unwrap()[0].name, "a.pdf");
        let size = size(&database).await.unwrap();
        assert_eq!((size.lines, size.kept_days), (2, 400));
        assert!(size.bytes > 20);
    }

    #[tokio::test]
    async fn a_line_can_be_neither_changed_nor_dropped_while_it_is_young() {
        let (_folder, database) = database().await;
        let now = Utc::now();
        append(
            &database,
            &who(),
            &[line("young", now), line("old", now - TimeDelta::days(500))],
        )
        .await
        .unwrap();
        let changed = sqlx::query("UPDATE folder_activity SET name = 'x'")
            .execute(database.pool())
            .await;
        assert!(changed.unwrap_err().to_string().contains("never changed"));
        let dropped = sqlx::query("DELETE FROM folder_activity")
            .execute(database.pool())
            .await;
        assert!(dropped.unwrap_err().to_string().contains("400 days"));
        assert_eq!(prune(&database, now).await.unwrap(), 1);
        let left = read(&database, &ActivityFilter::default()).await.unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].name, "young");
    }

    #[test]
    fn what_waits_leaves_no_line() {
        let event = |event| Event::Name {
            event,
            mapping: MappingId("m".into()),
            section: "VA".into(),
            name: "a".into(),
            id: None,
            bytes: 0,
            reason: Some(fielddesk_sync::reason::Reason::Locked),
            message: None,
        };
        assert_eq!(
            LogEntry::of_event(Utc::now(), &event(EventKind::Skipped)),
            None
        );
        assert_eq!(
            LogEntry::of_event(Utc::now(), &event(EventKind::Started)),
            None
        );
        assert_eq!(
            LogEntry::of_event(Utc::now(), &event(EventKind::Compared)),
            None
        );
        let failed = LogEntry::of_event(Utc::now(), &event(EventKind::Failed)).unwrap();
        assert_eq!(
            (failed.act, failed.detail.as_str()),
            (Act::Failed, "locked")
        );
    }
}
