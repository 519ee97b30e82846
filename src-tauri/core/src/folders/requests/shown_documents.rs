//! Documents of a conflict that were shown: a decision is about those, and never covers others that
//! are listed by then.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};
use fielddesk_sync::engine::Engine;
use fielddesk_sync::mapping::MappingId;
use sqlx::SqliteConnection;

use crate::Failure;
use crate::db::{self, Database};
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::views::mapping_views::ConflictView;
use crate::folders::{Folders, views::view_builder};

/// Documents by conflict.
type Shown = BTreeMap<FileKey, BTreeSet<FileReferenceId>>;

/// What a run reported.
pub(in crate::folders) struct Reported {
    conflicts: Shown,
    /// Names that something is left to do for.
    pending: BTreeSet<FileKey>,
}

impl Reported {
    /// Of an engine that ran; none where the run ended early.
    pub(in crate::folders) fn of(engine: &Engine) -> Option<Self> {
        let view = engine.view().filter(|view| view.stop.is_none())?;
        let conflicts = view_builder::conflicts(engine).into_iter();
        let pending = view.left.actions.iter().map(|action| action.key.clone());
        Some(Self {
            conflicts: conflicts.map(|(key, one)| (key, ids(&one))).collect(),
            pending: pending.collect(),
        })
    }
}

impl Folders {
    /// Records conflicts that were listed for a person, in place of what was listed of these
    /// folders before.
    pub async fn note_listed(
        &self,
        which: &MappingSelection,
        conflicts: &[ConflictView],
    ) -> Result<(), Failure> {
        for mapping in self.select(which).await? {
            let own = conflicts.iter().filter(|one| one.mapping == mapping.id);
            let keyed = own.map(|one| (FileKey::of(&one.section, &one.name), one));
            let shown: Shown = keyed.map(|(key, one)| (key, ids(one))).collect();
            let mut transaction = db::begin_change(self.inner.parts.database.pool()).await?;
            sqlx::query("DELETE FROM folder_conflicts_shown WHERE mapping = ?")
                .bind(&mapping.id.0)
                .execute(&mut *transaction)
                .await?;
            for (key, ids) in &shown {
                put(&mut transaction, &mapping.id, key, ids, true).await?;
            }
            transaction.commit().await?;
        }
        Ok(())
    }

    /// Records the conflicts that a run reported, for those that nobody listed. What is not
    /// pending any more is forgotten.
    pub(in crate::folders) async fn note_reported(
        &self,
        mapping: &MappingId,
        reported: Reported,
    ) -> Result<(), Failure> {
        let database = &self.inner.parts.database;
        let known = read(database, mapping).await?;
        for key in known.keys().filter(|key| !reported.pending.contains(key)) {
            self.forget_shown(mapping, key).await?;
        }
        let is_news = |(key, ids): &(FileKey, BTreeSet<FileReferenceId>)| match known.get(key) {
            Some((known, listed)) => !listed && known != ids,
            None => true,
        };
        let news: Shown = reported.conflicts.into_iter().filter(is_news).collect();
        if news.is_empty() {
            return Ok(());
        }
        let mut transaction = db::begin_change(database.pool()).await?;
        for (key, ids) in &news {
            put(&mut transaction, mapping, key, ids, false).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The documents that were last shown of each conflict.
    pub(in crate::folders) async fn shown(&self, mapping: &MappingId) -> Result<Shown, Failure> {
        let known = read(&self.inner.parts.database, mapping).await?;
        Ok(known
            .into_iter()
            .map(|(key, (ids, _))| (key, ids))
            .collect())
    }

    /// Forgets a conflict that is resolved.
    pub(in crate::folders) async fn forget_shown(
        &self,
        mapping: &MappingId,
        key: &FileKey,
    ) -> Result<(), Failure> {
        sqlx::query(
            "DELETE FROM folder_conflicts_shown WHERE mapping = ? AND section = ? AND name = ?",
        )
        .bind(&mapping.0)
        .bind(key.section.as_str())
        .bind(key.name.as_str())
        .execute(self.inner.parts.database.pool())
        .await?;
        Ok(())
    }
}

fn ids(conflict: &ConflictView) -> BTreeSet<FileReferenceId> {
    conflict.remote.iter().map(|side| side.id.clone()).collect()
}

/// The documents of each conflict, and whether a person listed them.
async fn read(
    database: &Database,
    mapping: &MappingId,
) -> Result<BTreeMap<FileKey, (BTreeSet<FileReferenceId>, bool)>, Failure> {
    let rows: Vec<(String, String, String, bool)> = sqlx::query_as(
        "SELECT section, name, ids, listed FROM folder_conflicts_shown WHERE mapping = ?",
    )
    .bind(&mapping.0)
    .fetch_all(database.pool())
    .await?;
    let read = |(section, name, ids, listed): (String, String, String, bool)| {
        let key = FileKey {
            section: SectionKey::from_key(section.into()),
            name: NameKey::from_key(name.into()),
        };
        let ids = serde_json::from_str(&ids).map_err(Failure::internal)?;
        Ok::<_, Failure>((key, (ids, listed)))
    };
    rows.into_iter().map(read).collect()
}

async fn put(
    connection: &mut SqliteConnection,
    mapping: &MappingId,
    key: &FileKey,
    ids: &BTreeSet<FileReferenceId>,
    listed: bool,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO folder_conflicts_shown (mapping, section, name, ids, listed) \
         VALUES (?, ?, ?, ?, ?) ON CONFLICT (mapping, section, name) DO UPDATE \
         SET ids = excluded.ids, listed = excluded.listed WHERE excluded.listed OR NOT listed",
    )
    .bind(&mapping.0)
    .bind(key.section.as_str())
    .bind(key.name.as_str())
    .bind(serde_json::to_string(ids).map_err(Failure::internal)?)
    .bind(listed)
    .execute(connection)
    .await?;
    Ok(())
}
