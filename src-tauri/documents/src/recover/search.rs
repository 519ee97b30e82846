//! Looks for lost uploads on the page, by their bytes.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};
use percent_encoding::percent_decode_str;

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
    /// else of what services make of it, because they cut, decode or normalise names. Under any
    /// other name the same bytes are another document. `None` when one could not be read.
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
        others.retain(|(_, key)| may_be_stored_as(&name, &key.name));
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

/// Returns true where a service that decodes, cuts or cleans names may store the one as the other.
fn may_be_stored_as(sent: &NameKey, stored: &NameKey) -> bool {
    let (sent, stored) = (letters(sent.as_str()), letters(stored.as_str()));
    sent.starts_with(&stored) || stored.starts_with(&sent)
}

/// Returns the letters and digits of a name without its extension, decoded.
fn letters(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let decoded = percent_decode_str(stem).decode_utf8_lossy();
    let key = NameKey::of(&decoded);
    key.as_str()
        .chars()
        .filter(|one| one.is_alphanumeric())
        .collect()
}

/// Returns true where a key is of a section; a default page whose name only the server knows may be
/// any.
fn is_section(key: &FileKey, section: &str) -> bool {
    section.is_empty() || key.section == SectionKey::of(section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_by_what_services_make_of_it() {
        let table = [
            ("with%20space and long.pdf", "with space and", true),
            ("with%20space and long.pdf", "with_space_and_long.pdf", true),
            ("a long name of a plan.pdf", "a long na.pdf", true),
            ("plan.pdf", "plan (1).pdf", true),
            ("o\u{308}st.dwg", "%C3%96st.dwg", true),
            ("100%.pdf", "100%.pdf", true),
            ("план.pdf", "____.pdf", true),
            ("c.pdf", "refused.exe", false),
            ("plan.pdf", "copy of plan.pdf", false),
            ("plan 1.pdf", "plan 2.pdf", false),
        ];
        for (sent, stored, may_be) in table {
            let is = may_be_stored_as(&NameKey::of(sent), &NameKey::of(stored));
            assert_eq!(is, may_be, "{sent} as {stored}");
        }
    }
}
