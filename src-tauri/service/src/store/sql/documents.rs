//! Pages and documents.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use fielddesk_model::{FileReferenceId, InfoPageFile, SectionPage};
use fielddesk_rules::name_key::section_key;
use sqlx::{FromRow, QueryBuilder, Row as _};

use super::engine::{Connection, Db, Row, list};
use super::{SqlStore, from_ms, json_list, to_ms};
use crate::clock;
use crate::store::{
    AuditEntry, DocumentRecord, DocumentStore, NewUpload, Owner, Result, StoredUpload,
};

/// Rows a statement: far below SQLite's limit on bound values.
const ROWS_A_STATEMENT: usize = 500;

#[derive(sqlx::FromRow)]
struct PageRow {
    id: i64,
    section: String,
    page_external_id: String,
}

impl FromRow<'_, Row> for DocumentRecord {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get::<String, _>("id")?.into(),
            name: row.try_get("name")?,
            size: u64::try_from(row.try_get::<i64, _>("size")?).unwrap_or_default(),
            file_type: row.try_get("file_type")?,
            created_at: from_ms(row.try_get("created_at")?),
            sha256: row.try_get("sha256")?,
        })
    }
}

#[async_trait]
impl DocumentStore for SqlStore {
    async fn add_documents(&self, upload: NewUpload, audit: AuditEntry) -> Result<StoredUpload> {
        let mut tx = self.begin().await?;
        let stored = add(&mut tx, upload).await?;
        super::audit::append(&mut tx, &audit).await?;
        tx.commit().await?;
        Ok(stored)
    }

    async fn pages(&self, owner: &Owner) -> Result<Vec<SectionPage>> {
        let rows: Vec<(i64, String, String, Option<String>, Option<String>)> = sqlx::query_as(
            "SELECT p.id, p.section, p.page_external_id, d.id, d.name FROM pages p \
             LEFT JOIN documents d ON d.page_id = p.id \
             WHERE p.owner_kind = $1 AND p.owner_id = $2 ORDER BY p.id, d.seq",
        )
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_all(&self.read)
        .await?;
        let mut pages: Vec<SectionPage> = Vec::new();
        let mut current = None;
        for (page_id, section, page_external_id, id, name) in rows {
            if current != Some(page_id) {
                current = Some(page_id);
                pages.push(SectionPage {
                    section,
                    page_external_id,
                    files: Vec::new(),
                });
            }
            if let (Some(page), Some(id), Some(name)) = (pages.last_mut(), id, name) {
                page.files.push(InfoPageFile {
                    file_reference_id: id.into(),
                    name,
                });
            }
        }
        Ok(pages)
    }

    async fn document(
        &self,
        owner: &Owner,
        id: &FileReferenceId,
    ) -> Result<Option<DocumentRecord>> {
        Ok(sqlx::query_as(
            "SELECT d.id, d.name, d.size, d.file_type, d.created_at, d.sha256 FROM documents d JOIN pages p ON p.id = d.page_id \
             WHERE d.id = $1 AND p.owner_kind = $2 AND p.owner_id = $3",
        )
        .bind(id.as_str())
        .bind(owner.kind())
        .bind(owner.id())
        .fetch_optional(&self.read)
        .await?)
    }

    async fn remove_document(
        &self,
        owner: &Owner,
        id: &FileReferenceId,
        audit: AuditEntry,
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        let removed = sqlx::query(
            "DELETE FROM documents WHERE id = $1 AND page_id IN \
             (SELECT id FROM pages WHERE owner_kind = $2 AND owner_id = $3)",
        )
        .bind(id.as_str())
        .bind(owner.kind())
        .bind(owner.id())
        .execute(&mut *tx)
        .await?;
        if removed.rows_affected() == 0 {
            return Ok(false);
        }
        note_removed(&mut tx, std::slice::from_ref(id)).await?;
        super::audit::append(&mut tx, &audit).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn known_documents(&self, ids: &[String]) -> Result<HashSet<String>> {
        let rows: Vec<String> = sqlx::query_scalar(concat!(
            "SELECT id FROM documents WHERE id IN ",
            list!("$1")
        ))
        .bind(json_list(ids))
        .fetch_all(&self.read)
        .await?;
        Ok(rows.into_iter().collect())
    }

    async fn removed_documents(&self, ids: &[String]) -> Result<HashSet<String>> {
        let rows: Vec<String> = sqlx::query_scalar(concat!(
            "SELECT id FROM unnamed_objects WHERE why = 'removed' AND id IN ",
            list!("$1")
        ))
        .bind(json_list(ids))
        .fetch_all(&self.read)
        .await?;
        Ok(rows.into_iter().collect())
    }

    async fn forget_removed_documents(&self) -> Result<()> {
        sqlx::query("DELETE FROM unnamed_objects WHERE why = 'removed'")
            .execute(&self.write)
            .await?;
        Ok(())
    }
}

/// Adds an upload inside a transaction.
pub(super) async fn add(tx: &mut Connection, upload: NewUpload) -> Result<StoredUpload> {
    let page = find_or_make_page(tx, &upload.owner, &upload.section).await?;
    let mut removed = Vec::new();
    let mut added = upload.documents;
    if upload.replace {
        let names: HashSet<&str> = added.iter().map(|d| d.name.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        removed = remove_names(tx, page.id, &names).await?;
        added = last_of_each_name(added, &mut removed);
        note_removed(tx, &removed).await?;
    }
    insert_rows(tx, page.id, &added).await?;
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT id, name FROM documents WHERE page_id = $1 ORDER BY seq")
            .bind(page.id)
            .fetch_all(tx)
            .await?;
    Ok(StoredUpload {
        section: page.section,
        page_external_id: page.page_external_id,
        added,
        page: rows
            .into_iter()
            .map(|(id, name)| InfoPageFile {
                file_reference_id: id.into(),
                name,
            })
            .collect(),
        removed,
    })
}

/// Finds or makes a page and locks it until the end of the transaction, so that `seq` is the order
/// of commits and an upload that replaces sees every document of the page.
async fn find_or_make_page(tx: &mut Connection, owner: &Owner, section: &str) -> Result<PageRow> {
    Ok(sqlx::query_as(
        "INSERT INTO pages (owner_kind, owner_id, section_key, section, page_external_id) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (owner_kind, owner_id, section_key) \
         DO UPDATE SET section = pages.section \
         RETURNING id, section, page_external_id",
    )
    .bind(owner.kind())
    .bind(owner.id())
    .bind(section_key(section))
    .bind(section)
    .bind(owner.page_external_id(section))
    .fetch_one(tx)
    .await?)
}

async fn remove_names(
    tx: &mut Connection,
    page: i64,
    names: &[&str],
) -> Result<Vec<FileReferenceId>> {
    let mut removed = Vec::new();
    for chunk in names.chunks(ROWS_A_STATEMENT) {
        let mut query = QueryBuilder::<Db>::new("DELETE FROM documents WHERE page_id = ");
        query.push_bind(page).push(" AND name IN (");
        let mut list = query.separated(", ");
        for name in chunk {
            list.push_bind(*name);
        }
        query.push(") RETURNING id");
        let ids: Vec<String> = query.build_query_scalar().fetch_all(&mut *tx).await?;
        removed.extend(ids.into_iter().map(FileReferenceId::from));
    }
    Ok(removed)
}

/// Notes documents that no row names after this transaction: their bytes go at once or in a while.
async fn note_removed(tx: &mut Connection, ids: &[FileReferenceId]) -> Result<()> {
    let since = to_ms(clock::now());
    for chunk in ids.chunks(ROWS_A_STATEMENT) {
        let mut query = QueryBuilder::<Db>::new("INSERT INTO unnamed_objects (id, since, why) ");
        query.push_values(chunk, |mut row, id| {
            row.push_bind(id.as_str())
                .push_bind(since)
                .push_bind("removed");
        });
        query.push(" ON CONFLICT (id) DO NOTHING");
        query.build().execute(&mut *tx).await?;
    }
    Ok(())
}

/// Keeps the last of several parts with one name; the others' bytes can go.
fn last_of_each_name(
    documents: Vec<DocumentRecord>,
    removed: &mut Vec<FileReferenceId>,
) -> Vec<DocumentRecord> {
    let last: HashMap<String, FileReferenceId> = documents
        .iter()
        .map(|document| (document.name.clone(), document.id.clone()))
        .collect();
    let (stay, go): (Vec<_>, Vec<_>) = documents
        .into_iter()
        .partition(|document| last.get(&document.name) == Some(&document.id));
    removed.extend(go.into_iter().map(|document| document.id));
    stay
}

async fn insert_rows(tx: &mut Connection, page: i64, documents: &[DocumentRecord]) -> Result<()> {
    for chunk in documents.chunks(ROWS_A_STATEMENT) {
        let mut query = QueryBuilder::<Db>::new(
            "INSERT INTO documents (id, page_id, name, size, file_type, created_at, sha256) ",
        );
        query.push_values(chunk, |mut row, document| {
            row.push_bind(document.id.as_str())
                .push_bind(page)
                .push_bind(document.name.as_str())
                .push_bind(i64::try_from(document.size).unwrap_or(i64::MAX))
                .push_bind(document.file_type.as_str())
                .push_bind(to_ms(document.created_at))
                .push_bind(document.sha256.as_deref());
        });
        query.build().execute(&mut *tx).await?;
    }
    Ok(())
}
