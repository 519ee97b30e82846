//! The pages of a project in memory.

use std::sync::Arc;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};

use crate::content_hash::ContentHash;
use crate::ports::{ListedFile, ListedPage, Listing};

/// The sender of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sender {
    /// The engine.
    Engine,
    /// Someone else.
    Stranger,
}

/// A document.
#[derive(Debug, Clone)]
pub struct Doc {
    /// Id of the document.
    pub id: FileReferenceId,
    /// Section as first written.
    pub section: String,
    /// Name as stored.
    pub name: String,
    /// Content.
    pub bytes: Arc<[u8]>,
    /// Sender.
    pub sender: Sender,
}

impl Doc {
    /// Returns the key of its name.
    #[must_use]
    pub fn key(&self) -> FileKey {
        FileKey::of(&self.section, &self.name)
    }

    /// Returns the hash of the content.
    #[must_use]
    pub fn sha256(&self) -> ContentHash {
        ContentHash::of(&self.bytes)
    }

    /// As it is listed.
    #[must_use]
    pub fn listed(&self) -> ListedFile {
        ListedFile {
            id: self.id.clone(),
            name: self.name.clone(),
        }
    }
}

/// All documents in the order of their coming.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The documents.
    pub docs: Vec<Doc>,
    next: u64,
}

impl Page {
    /// Adds a document. Ids do not follow the order of coming.
    pub fn add(&mut self, section: &str, name: &str, bytes: Arc<[u8]>, sender: Sender) -> Doc {
        self.next += 1;
        let mixed = self.next.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let doc = Doc {
            id: FileReferenceId::new(format!("{mixed:016x}{:08x}", self.next)),
            section: section.to_owned(),
            name: name.to_owned(),
            bytes,
            sender,
        };
        self.docs.push(doc.clone());
        doc
    }

    /// Returns a document by its id.
    #[must_use]
    pub fn get(&self, id: &FileReferenceId) -> Option<&Doc> {
        self.docs.iter().find(|doc| doc.id == *id)
    }

    /// Removes a document.
    pub fn remove(&mut self, id: &FileReferenceId) -> Option<Doc> {
        let at = self.docs.iter().position(|doc| doc.id == *id)?;
        Some(self.docs.remove(at))
    }

    /// The documents of a key.
    pub fn of_key<'a>(&'a self, key: &'a FileKey) -> impl Iterator<Item = &'a Doc> {
        self.docs.iter().filter(move |doc| doc.key() == *key)
    }

    /// The documents of one page.
    #[must_use]
    pub fn of_section(&self, section: &str) -> Vec<ListedFile> {
        let key = SectionKey::of(section);
        let here = self
            .docs
            .iter()
            .filter(|doc| SectionKey::of(&doc.section) == key);
        here.map(Doc::listed).collect()
    }

    /// Returns the listing of the page.
    #[must_use]
    pub fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        for doc in &self.docs {
            let key = SectionKey::of(&doc.section);
            let page = listing
                .pages
                .iter_mut()
                .find(|page| SectionKey::of(&page.section) == key);
            match page {
                Some(page) => page.files.push(doc.listed()),
                None => listing.pages.push(ListedPage {
                    section: doc.section.clone(),
                    files: vec![doc.listed()],
                }),
            }
        }
        listing
    }
}
