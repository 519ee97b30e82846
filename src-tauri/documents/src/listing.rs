//! The documents that pages list: ids first, names second, because names can repeat.

use std::collections::BTreeMap;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};

use crate::ports::{ListedFile, Listing};

/// A document that is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    /// Id of the document.
    pub id: FileReferenceId,
    /// Name as listed.
    pub name: String,
}

/// The documents that the pages of a mapping list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RemoteTree {
    /// Documents by section and name, in the service's order.
    pub files: BTreeMap<FileKey, Vec<RemoteFile>>,
    /// Key of each id.
    ids: BTreeMap<FileReferenceId, FileKey>,
    /// Number of documents that each page lists.
    counts: BTreeMap<SectionKey, usize>,
    /// Sections as the server spells them.
    spelled: BTreeMap<SectionKey, String>,
}

impl RemoteTree {
    /// Orders a listing; pages outside the mapping are left out.
    #[must_use]
    pub fn of(listing: &Listing, covers: impl Fn(&SectionKey) -> bool) -> Self {
        let mut placed = Vec::new();
        let mut tree = Self::default();
        for page in &listing.pages {
            let section = SectionKey::of(&page.section);
            if !covers(&section) {
                continue;
            }
            tree.spelled.insert(section.clone(), page.section.clone());
            placed.reserve(page.files.len());
            placed.extend(page.files.iter().map(|file| {
                let key = FileKey {
                    section: section.clone(),
                    name: NameKey::of(&file.name),
                };
                (key, file)
            }));
        }
        // Stable, so that documents of one name keep the service's order.
        placed.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut groups: Vec<(FileKey, Vec<RemoteFile>)> = Vec::with_capacity(placed.len());
        let mut ids = Vec::with_capacity(placed.len());
        for (key, file) in placed {
            let count = tree.counts.entry(key.section.clone()).or_default();
            *count += 1;
            ids.push((file.id.clone(), key.clone()));
            let file = RemoteFile {
                id: file.id.clone(),
                name: file.name.clone(),
            };
            match groups.last_mut() {
                Some((last, files)) if *last == key => files.push(file),
                _ => groups.push((key, vec![file])),
            }
        }
        tree.files = groups.into_iter().collect();
        tree.ids = ids.into_iter().collect();
        tree
    }

    /// Returns true where that document is listed.
    #[must_use]
    pub fn has(&self, id: &FileReferenceId) -> bool {
        self.ids.contains_key(id)
    }

    /// Returns the key that a document is listed under.
    #[must_use]
    pub fn key_of(&self, id: &FileReferenceId) -> Option<&FileKey> {
        self.ids.get(id)
    }

    /// Returns the name that a document is listed under.
    #[must_use]
    pub fn name_of(&self, id: &FileReferenceId) -> Option<String> {
        let mut files = self.of_key(self.key_of(id)?).iter();
        files
            .find(|file| file.id == *id)
            .map(|file| file.name.clone())
    }

    /// Returns the documents of a key.
    #[must_use]
    pub fn of_key(&self, key: &FileKey) -> &[RemoteFile] {
        self.files.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns every id that is listed.
    pub fn ids(&self) -> impl Iterator<Item = &FileReferenceId> {
        self.ids.keys()
    }

    /// Returns the number of documents that a page lists.
    #[must_use]
    pub fn count(&self, section: &SectionKey) -> usize {
        self.counts.get(section).copied().unwrap_or(0)
    }

    /// Returns a section as the server spells it.
    #[must_use]
    pub fn spelled<'s>(&'s self, section: &'s SectionKey) -> &'s str {
        let spelled = self.spelled.get(section);
        spelled.map_or(section.as_str(), String::as_str)
    }

    /// Adds a document that an answer shows on the page.
    pub fn put(&mut self, section: &SectionKey, file: &ListedFile) {
        if self.has(&file.id) {
            return;
        }
        let key = FileKey {
            section: section.clone(),
            name: NameKey::of(&file.name),
        };
        *self.counts.entry(section.clone()).or_default() += 1;
        self.ids.insert(file.id.clone(), key.clone());
        self.files.entry(key).or_default().push(RemoteFile {
            id: file.id.clone(),
            name: file.name.clone(),
        });
    }

    /// Takes that a document is gone.
    pub fn drop(&mut self, id: &FileReferenceId) {
        let Some(key) = self.ids.remove(id) else {
            return;
        };
        if let Some(count) = self.counts.get_mut(&key.section) {
            *count = count.saturating_sub(1);
        }
        if let Some(files) = self.files.get_mut(&key) {
            files.retain(|file| file.id != *id);
            if files.is_empty() {
                self.files.remove(&key);
            }
        }
    }
}
