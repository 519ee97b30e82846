//! Reads what can be read of a damaged database, table by table and where it must be row by
//! row, into a new one. It works on a copy: the damaged file stays as it was found.

use std::collections::BTreeSet;
use std::path::Path;

use futures::TryStreamExt as _;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};

use super::parts::TABLES;
use crate::Failure;
use crate::content::blocking;

/// Rows that one statement copies; of a statement that fails each row is tried alone.
const ROWS: usize = 200;

/// What is mended in the copy so that it can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mended {
    Nothing,
    /// The first 100 bytes, which are nearly the same in all our databases.
    Header,
    /// The first page, which says where the tables are: the same in databases of one version.
    FirstPage,
}

/// Copies rows into the new database. Returns the tables of which all rows were read.
///
/// # Errors
/// When the disk fails or is full. What cannot be read is no error.
pub(super) async fn carry_over(
    damaged: &Path,
    work: &Path,
    new: &Path,
    pool: &SqlitePool,
) -> Result<BTreeSet<&'static str>, Failure> {
    let mut complete = BTreeSet::new();
    if size(damaged) == 0 && size(&beside(damaged, "-wal")) == 0 {
        return Ok(complete);
    }
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(pool)
        .await?;
    for mended in [Mended::Nothing, Mended::Header, Mended::FirstPage] {
        let copy = work.join(format!("damaged-{mended:?}"));
        place_copy(damaged, &copy, new, mended).await?;
        // One of its own, closed with the copy attached: what was read may be damaged anywhere.
        let mut connection = pool.acquire().await?.detach();
        let copied = copy_from(&mut connection, &copy).await;
        drop(connection.close().await);
        if let Some(copied) = copied? {
            tracing::info!(?mended, tables = copied.len(), "damaged records were read");
            complete = copied;
            break;
        }
    }
    Ok(complete)
}

/// Copies what the copy of the damaged file holds; `None` where it lists no table of ours.
async fn copy_from(
    connection: &mut SqliteConnection,
    copy: &Path,
) -> Result<Option<BTreeSet<&'static str>>, Failure> {
    for pragma in [
        // Errors in the list of tables and a file shorter than it says are passed over.
        "PRAGMA writable_schema = ON",
        // Synced once, when the new file is closed.
        "PRAGMA synchronous = NORMAL",
    ] {
        sqlx::query(pragma).execute(&mut *connection).await?;
    }
    if !attach(connection, copy).await? {
        return Ok(None);
    }
    let (tables, whole) = tables(connection).await?;
    if tables.is_empty() {
        return Ok(None);
    }
    copy_tables(connection, &tables, whole).await.map(Some)
}

async fn place_copy(
    damaged: &Path,
    copy: &Path,
    new: &Path,
    mended: Mended,
) -> Result<(), Failure> {
    let (from, to, new) = (damaged.to_owned(), copy.to_owned(), new.to_owned());
    blocking(move || {
        use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
        match from.exists() {
            true => std::fs::copy(&from, &to).map(drop)?,
            false => std::fs::write(&to, b"")?,
        }
        let journal = beside(&from, "-wal");
        if journal.exists() {
            std::fs::copy(&journal, beside(&to, "-wal"))?;
        }
        if mended == Mended::Nothing {
            return Ok(());
        }
        let mut page = vec![0; PAGE_BYTES];
        std::fs::File::open(&new)?.read_exact(&mut page)?;
        let pages = std::fs::metadata(&to)?.len().div_ceil(PAGE_BYTES as u64);
        let pages = u32::try_from(pages.max(1)).unwrap_or(u32::MAX);
        // How many pages there are, and that none of them is free: nothing is written here.
        set(&mut page, 28, &pages.to_be_bytes());
        set(&mut page, 32, &[0; 8]);
        if mended == Mended::Header {
            page.truncate(HEADER_BYTES);
        }
        let mut file = std::fs::OpenOptions::new().write(true).open(&to)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&page)
    })
    .await
    .map_err(|error| Failure::local("copy", damaged, &error))
}

/// Size of a page of our databases.
const PAGE_BYTES: usize = 4096;

/// Size of the file's header.
const HEADER_BYTES: usize = 100;

fn set(page: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = page.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

/// Whether the copy could be opened at all.
async fn attach(connection: &mut SqliteConnection, copy: &Path) -> Result<bool, Failure> {
    let Some(path) = copy.to_str() else {
        tracing::warn!("SQLite opens no file below a folder whose name is no text");
        return Ok(false);
    };
    let attached = sqlx::query("ATTACH ? AS damaged")
        .bind(path)
        .execute(&mut *connection)
        .await;
    readable(attached).map(|attached| attached.is_some())
}

/// Our tables that the damaged file lists, and whether its list could be read to the end.
async fn tables(connection: &mut SqliteConnection) -> Result<(BTreeSet<String>, bool), Failure> {
    let mut names = BTreeSet::new();
    let sql = "SELECT name FROM damaged.sqlite_schema WHERE type = 'table'";
    let mut rows = sqlx::query_scalar::<_, String>(sql).fetch(connection);
    let whole = loop {
        match readable(rows.try_next().await)? {
            Some(Some(name)) => names.insert(name),
            Some(None) => break true,
            None => break false,
        };
    };
    names.retain(|name| TABLES.iter().any(|(_, table)| table == name));
    Ok((names, whole))
}

async fn copy_tables(
    connection: &mut SqliteConnection,
    tables: &BTreeSet<String>,
    whole: bool,
) -> Result<BTreeSet<&'static str>, Failure> {
    let mut complete = BTreeSet::new();
    // No transaction around it: in one, SQLite writes nothing more once it met damage.
    for (_, table) in TABLES {
        let all = match tables.contains(*table) {
            true => copy_table(connection, table).await?,
            // An older version did not have it; or the list of tables is damaged.
            false => whole,
        };
        if all {
            complete.insert(*table);
        }
    }
    copy_sequences(connection).await?;
    Ok(complete)
}

/// Copies the rows of one table; tells whether all of them were read.
async fn copy_table(connection: &mut SqliteConnection, table: &str) -> Result<bool, Failure> {
    let new = columns(connection, "main", table).await?;
    let Some(old) = readable(columns(connection, "damaged", table).await)? else {
        return Ok(false);
    };
    let columns: Vec<&str> = old
        .iter()
        .filter(|column| new.contains(column))
        .map(String::as_str)
        .collect();
    if columns.is_empty() {
        // Not a table of this version.
        return Ok(new.is_empty());
    }
    let columns = columns.join(", ");
    let (ids, mut complete) = row_ids(connection, table).await?;
    let insert = format!(
        "INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM damaged.{table} \
         WHERE rowid BETWEEN ? AND ?"
    );
    for chunk in ids.chunks(ROWS) {
        let (Some(first), Some(last)) = (chunk.first(), chunk.last()) else {
            continue;
        };
        if copy_rows(connection, &insert, *first, *last).await? {
            continue;
        }
        for id in chunk {
            complete &= copy_rows(connection, &insert, *id, *id).await?;
        }
    }
    Ok(complete)
}

/// Whether the rows could be read, and written as rows of that table.
async fn copy_rows(
    connection: &mut SqliteConnection,
    insert: &str,
    first: i64,
    last: i64,
) -> Result<bool, Failure> {
    // Names of tables and columns are those of our own new database.
    let copied = sqlx::query(AssertSqlSafe(insert.to_owned()))
        .bind(first)
        .bind(last)
        .execute(connection)
        .await;
    readable(copied).map(|copied| copied.is_some())
}

/// The numbers of the rows from both ends up to what cannot be read, in order, and whether
/// these are all.
async fn row_ids(
    connection: &mut SqliteConnection,
    table: &str,
) -> Result<(Vec<i64>, bool), Failure> {
    let mut ids = BTreeSet::new();
    for order in ["ASC", "DESC"] {
        let sql = format!("SELECT rowid FROM damaged.{table} NOT INDEXED ORDER BY rowid {order}");
        let mut rows = sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).fetch(&mut *connection);
        loop {
            match readable(rows.try_next().await)? {
                Some(Some(id)) => ids.insert(id),
                Some(None) => return Ok((ids.into_iter().collect(), true)),
                None => break,
            };
        }
    }
    Ok((ids.into_iter().collect(), false))
}

async fn columns(
    connection: &mut SqliteConnection,
    schema: &str,
    table: &str,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT name FROM pragma_table_info(?, ?)")
        .bind(table)
        .bind(schema)
        .fetch_all(connection)
        .await
}

/// A number that was given once is never given again, though its row is lost.
async fn copy_sequences(connection: &mut SqliteConnection) -> Result<(), Failure> {
    let sql = "SELECT name, seq FROM damaged.sqlite_sequence";
    let read = sqlx::query(sql).fetch_all(&mut *connection).await;
    let rows: Vec<SqliteRow> = readable(read)?.unwrap_or_default();
    for row in rows {
        let (Ok(name), Ok(number)) = (row.try_get::<String, _>(0), row.try_get::<i64, _>(1)) else {
            continue;
        };
        if !TABLES.iter().any(|(_, table)| *table == name) {
            continue;
        }
        let raised = sqlx::query("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?")
            .bind(number)
            .bind(&name)
            .execute(&mut *connection)
            .await?;
        if raised.rows_affected() == 0 {
            sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)")
                .bind(&name)
                .bind(number)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// What was read; `None` where the file does not hold it (any more).
///
/// # Errors
/// When the disk itself fails or is full: another try may read more.
fn readable<T>(read: Result<T, sqlx::Error>) -> Result<Option<T>, Failure> {
    let error = match read {
        Ok(value) => return Ok(Some(value)),
        Err(error) => error,
    };
    let code = error.as_database_error().and_then(|error| error.code());
    let code = code.and_then(|code| code.parse::<u32>().ok());
    match code.map(|code| code & 0xff) {
        // Busy, no memory, read-only, the disk, full, cannot be opened.
        Some(5 | 6 | 7 | 8 | 10 | 13 | 14) => Err(error.into()),
        Some(_) => {
            tracing::debug!(%error, "a part of a damaged database");
            Ok(None)
        }
        None => match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Ok(None),
            error => Err(error.into()),
        },
    }
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

/// The file whose name is that of another with an ending.
pub(super) fn beside(path: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
