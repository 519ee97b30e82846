//! Looks for lost uploads on the page, by their bytes.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};

use crate::caller::Caller;
use crate::content_hash::ContentHash;
use crate::fetch::Fetched;
use crate::intent::SentPart;
use crate::session::Session;
use crate::stop_reason::StopReason;

/// Maximum number of unknown documents with other names that are read to find a lost upload.
const OTHER_NAMES: usize = 32;

/// The outcome of a search for a lost upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    Found,
    Nothing,
    Unknown,
}

impl<C: Caller> Session<'_, C> {
    /// Returns the documents that the page of a section lists.
    pub(super) fn on_page(&self, section: &str) -> BTreeSet<FileReferenceId> {
        self.pages.with_listing(|listing| {
            let here = |id: &&FileReferenceId| {
                let key = listing.key_of(id);
                key.is_some_and(|key| is_section(key, section))
            };
            listing.ids().filter(here).cloned().collect()
        })
    }

    /// Unknown documents of the page with these bytes, smallest id first: of the part's name,
    /// else of any, because services cut, decode or normalise names. `None` when one of them
    /// could not be read.
    pub(super) async fn find(
        &self,
        part: &SentPart<C::Source>,
        section: &str,
        sha256: &ContentHash,
    ) -> Result<Option<Vec<FileReferenceId>>, StopReason> {
        let name = NameKey::of(&part.name);
        let (same, mut others): (Vec<_>, Vec<_>) = self
            .unknown(section)
            .into_iter()
            .partition(|(_, key)| key.name == name);
        others.truncate(OTHER_NAMES);
        for candidates in [same, others] {
            let mut found = Vec::new();
            for (id, _) in candidates {
                match self.content_of(&id).await? {
                    Fetched::Content(content) if content == *sha256 => found.push(id),
                    Fetched::Content(_) | Fetched::Gone => {}
                    Fetched::Unfetchable(_) => return Ok(None),
                }
            }
            if !found.is_empty() {
                found.sort();
                return Ok(Some(found));
            }
        }
        Ok(Some(Vec::new()))
    }

    fn unknown(&self, section: &str) -> Vec<(FileReferenceId, FileKey)> {
        self.pages.with_listing(|listing| {
            let ids = listing.ids().filter(|id| !self.caller.is_known(id));
            let keyed = ids.filter_map(|id| Some((id.clone(), listing.key_of(id)?.clone())));
            keyed.filter(|(_, key)| is_section(key, section)).collect()
        })
    }
}

/// Returns true where a key is of a section; a default page whose name only the server knows may be
/// any.
fn is_section(key: &FileKey, section: &str) -> bool {
    section.is_empty() || key.section == SectionKey::of(section)
}
