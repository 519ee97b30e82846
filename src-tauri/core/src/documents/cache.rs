//! The last listing of each page, so that it is there at once after a start.

use chrono::{DateTime, Utc};
use fielddesk_model::{FileReferenceId, SectionPage};
use sqlx::Row as _;

use crate::Failure;
use crate::db::Database;
use crate::target::Target;

/// A listing as it was last read.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    pub(super) pages: Vec<SectionPage>,
    /// The listing was empty although this many documents had been there.
    pub(super) previous_count: Option<u64>,
    pub(super) read_at: DateTime<Utc>,
}

impl Listing {
    pub(super) fn count(&self) -> u64 {
        self.pages.iter().map(|page| page.files.len() as u64).sum()
    }

    /// A fresh listing after the one before. An empty one where there were documents may be a
    /// mistake of the service: it is said once, and believed when it comes again.
    pub(super) fn after(before: Option<&Self>, pages: Vec<SectionPage>, at: DateTime<Utc>) -> Self {
        let fresh = Self {
            pages,
            previous_count: None,
            read_at: at,
        };
        let previous = before
            .map(Self::count)
            .filter(|&count| count > 0 && fresh.count() == 0);
        Self {
            previous_count: previous,
            ..fresh
        }
    }
}

pub(super) async fn read(
    database: &Database,
    connection: &str,
    target: &Target,
) -> Result<Option<Listing>, Failure> {
    let row = sqlx::query(
        "SELECT sections, previous_count, read_at FROM document_pages \
         WHERE connection = ? AND project = ? AND work_order = ?",
    )
    .bind(connection)
    .bind(target.project.as_str())
    .bind(target.work_order_key())
    .fetch_optional(database.pool())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let sections: String = row.try_get("sections")?;
    let previous: Option<i64> = row.try_get("previous_count")?;
    // What cannot be read is asked again.
    let Ok(pages) = serde_json::from_str(&sections) else {
        return Ok(None);
    };
    Ok(Some(Listing {
        pages,
        previous_count: previous.and_then(|count| u64::try_from(count).ok()),
        read_at: row.try_get("read_at")?,
    }))
}

/// The pages of every project and work order that were listed on this computer.
pub(super) async fn all(
    database: &Database,
    connection: &str,
) -> Result<Vec<(Target, Vec<SectionPage>)>, Failure> {
    let rows = sqlx::query(
        "SELECT project, work_order, sections FROM document_pages WHERE connection = ? \
         ORDER BY project, work_order",
    )
    .bind(connection)
    .fetch_all(database.pool())
    .await?;
    let mut pages = Vec::with_capacity(rows.len());
    for row in rows {
        let project: String = row.try_get("project")?;
        let work_order: String = row.try_get("work_order")?;
        let sections: String = row.try_get("sections")?;
        // What cannot be read is listed again when it is shown.
        let Ok(sections) = serde_json::from_str(&sections) else {
            continue;
        };
        let target = Target {
            project: project.into(),
            work_order: (!work_order.is_empty()).then(|| work_order.into()),
        };
        pages.push((target, sections));
    }
    Ok(pages)
}

pub(super) async fn write(
    database: &Database,
    connection: &str,
    target: &Target,
    listing: &Listing,
) -> Result<(), Failure> {
    let sections = serde_json::to_string(&listing.pages).map_err(Failure::internal)?;
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    sqlx::query(
        "INSERT OR REPLACE INTO document_pages \
         (connection, project, work_order, sections, documents, previous_count, read_at) \
         VALUES (?,?,?,?,?,?,?)",
    )
    .bind(connection)
    .bind(target.project.as_str())
    .bind(target.work_order_key())
    .bind(sections)
    .bind(count(listing.count()))
    .bind(listing.previous_count.map(count))
    .bind(listing.read_at)
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Takes a document that we deleted out of the listing, so that its absence surprises nobody.
pub(super) async fn remove(
    database: &Database,
    connection: &str,
    target: &Target,
    id: &FileReferenceId,
) -> Result<(), Failure> {
    let Some(mut listing) = read(database, connection, target).await? else {
        return Ok(());
    };
    for page in &mut listing.pages {
        page.files.retain(|file| file.file_reference_id != *id);
    }
    write(database, connection, target, &listing).await
}
