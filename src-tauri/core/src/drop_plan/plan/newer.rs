//! Detection of newer documents in the project: of a file's name, or a later revision. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use super::suggest::Known;
use crate::documents::Document;
use crate::drop_plan::similar::{is_later_revision, stem};
use fielddesk_rules::name_key::SectionKey;

/// How exact times of files are: on some disks and in archives they are even seconds.
const EXACT: TimeDelta = TimeDelta::seconds(2);

/// Whether a file was saved before the one that the document was sent from. A time that is not
/// known tells nothing.
pub(super) fn saved_before(modified: Option<DateTime<Utc>>, document: &Document) -> bool {
    match (modified, document.saved_at) {
        (Some(file), Some(sent)) => sent - file > EXACT,
        _ => false,
    }
}

impl<'a> Known<'a> {
    /// The latest revision in a section that is later than a name says of itself.
    pub(super) fn later_revision(&self, name: &str, section: &str) -> Option<&'a Document> {
        let key = SectionKey::of(section);
        let revisions = self.by_stem.get(&stem(name)).into_iter().flatten();
        revisions
            .filter(|(of, document)| {
                SectionKey::of(of) == key && is_later_revision(&document.name, name)
            })
            .map(|(_, document)| *document)
            .reduce(|latest, other| {
                if is_later_revision(&other.name, &latest.name) {
                    other
                } else {
                    latest
                }
            })
    }
}
