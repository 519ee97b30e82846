//! Files that synced folders keep equal with a page, for lists and plans of its documents.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::name_key::SectionKey;
use fielddesk_sync::mapping::{MappingId, Sections};
use serde::Serialize;

use crate::Failure;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::{Folders, mappings::store};
use crate::sync_adapters::instant;
use crate::target::Target;
use fielddesk_documents::lock::lock;

/// A synced folder by its handle and its own name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FolderRef {
    /// Handle.
    pub id: MappingId,
    /// Its own name, control characters as symbols.
    pub name: String,
}

/// A document that equals a file of a synced folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncedDocument {
    /// The folder.
    pub folder: FolderRef,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 in hex.
    pub sha256: String,
    /// When it was sent; none for a document that was there before and found the same.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the file was last saved.
    pub saved_at: DateTime<Utc>,
    /// When it was fetched and found the same.
    pub verified_at: Option<DateTime<Utc>>,
}

/// What synced folders keep of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncedPage {
    /// The documents that equal a file.
    pub documents: HashMap<FileReferenceId, SyncedDocument>,
    /// The documents that a folder asks a person about, as its last look found it.
    pub asked: HashMap<FileReferenceId, FolderRef>,
    /// The sections that a folder keeps, by their key.
    pub sections: HashMap<SectionKey, FolderRef>,
}

/// A document that a synced folder keeps equal with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDocument {
    /// Whose page.
    pub target: Target,
    /// Section as sent.
    pub section: String,
    /// Id.
    pub id: FileReferenceId,
    /// Name of the file.
    pub name: String,
}

impl Folders {
    /// The documents that the synced folders of a connection keep, as they remember them.
    pub async fn kept_documents(&self, connection: &str) -> Result<Vec<KeptDocument>, Failure> {
        let mut all = store::all(&self.inner.parts.database).await?;
        all.retain(|mapping| mapping.profile.as_str() == connection);
        let mut kept = Vec::new();
        for mapping in all {
            let remembered = self.inner.slots.engine_factory.remembered(&mapping.id);
            let saved = remembered.await?;
            kept.extend(saved.synced.iter().map(|(_, file)| KeptDocument {
                target: mapping.place.target.clone(),
                section: file.section.clone(),
                id: file.id.clone(),
                name: file.path.name().to_owned(),
            }));
        }
        Ok(kept)
    }

    async fn of_page(
        &self,
        connection: &str,
        target: &Target,
    ) -> Result<Vec<FolderMapping>, Failure> {
        let mut all = store::all(&self.inner.parts.database).await?;
        all.retain(|mapping| {
            mapping.profile.as_str() == connection && mapping.place.target.is_same(target)
        });
        Ok(all)
    }

    /// Looks at the folders of a page soon: its documents were changed by hand.
    pub async fn look_at(&self, connection: &str, target: &Target) -> Result<(), Failure> {
        if self.is_watching() {
            for mapping in self.of_page(connection, target).await? {
                self.look_soon(&mapping.id);
            }
        }
        Ok(())
    }

    /// Returns what synced folders keep of a page, as they remember it; nothing is compared.
    pub async fn on_page(&self, connection: &str, target: &Target) -> Result<SyncedPage, Failure> {
        let mut page = SyncedPage::default();
        for mapping in self.of_page(connection, target).await? {
            let saved = self
                .inner
                .slots
                .engine_factory
                .remembered(&mapping.id)
                .await?;
            let folder = FolderRef {
                id: mapping.id.clone(),
                name: shown(&mapping.name()),
            };
            let sent = saved.synced.iter();
            let sent = sent.map(|(_, file)| file.section.as_str());
            for key in sections(&mapping, sent) {
                page.sections.entry(key).or_insert_with(|| folder.clone());
            }
            for (_, file) in saved.synced.iter() {
                let document = SyncedDocument {
                    folder: folder.clone(),
                    size: file.stat.size,
                    sha256: file.sha256.to_string(),
                    sent_at: file.sent.then(|| instant(file.at)),
                    saved_at: DateTime::from_timestamp_nanos(file.stat.mtime_ns),
                    verified_at: file.verified.map(instant),
                };
                page.documents.insert(file.id.clone(), document);
            }
            let slot = self.inner.slots.of(&mapping.id);
            let asked = lock(&slot.live)
                .found
                .as_ref()
                .map(|found| found.asked.clone());
            let asked = asked.into_iter().flatten();
            page.asked.extend(asked.map(|id| (id, folder.clone())));
        }
        Ok(page)
    }
}

/// The keys of the sections that a mapping keeps: its own one, or the default one and those
/// that its subfolders went to.
fn sections<'a>(
    mapping: &'a FolderMapping,
    sent: impl Iterator<Item = &'a str>,
) -> BTreeSet<SectionKey> {
    let own = mapping.section().unwrap_or(&mapping.place.default_section);
    let more = matches!(mapping.sections, Sections::BySubfolder).then_some(sent);
    let more = more.into_iter().flatten();
    more.chain([own]).map(SectionKey::of).collect()
}
