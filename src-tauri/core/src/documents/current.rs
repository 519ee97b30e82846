//! The documents of a name on a page, and what it has now of one that was shown before.

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{NameKey, SectionKey};

use super::{Document, Page};

impl Page {
    /// The documents of a name in a section, in the order of the page.
    pub(super) fn of_name(&self, section: &str, name: &str) -> impl Iterator<Item = &Document> {
        let (section, name) = (SectionKey::of(section), NameKey::of(name));
        self.sections
            .iter()
            .filter(move |one| SectionKey::of(&one.section) == section)
            .flat_map(|one| &one.documents)
            .filter(move |document| document.name_key == name)
    }

    /// Finds a document that was shown, or where it is gone, the last one of that section and name
    /// that was not among those `shown`; `None` where neither is on the page.
    #[must_use]
    pub fn current(
        &self,
        id: &FileReferenceId,
        section: &str,
        name: &str,
        shown: &[FileReferenceId],
    ) -> Option<&FileReferenceId> {
        let mut all = self.sections.iter().flat_map(|one| &one.documents);
        if let Some(same) = all.find(|document| document.id == *id) {
            return Some(&same.id);
        }
        // Another one that was shown is a document of its own: it took the place of none.
        self.of_name(section, name)
            .map(|document| &document.id)
            .filter(|id| !shown.contains(id))
            .last()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap, HashSet};

    use chrono::{DateTime, Utc};
    use fielddesk_model::{InfoPageFile, ProjectId, SectionPage};

    use super::*;
    use crate::documents::merge::merge;
    use crate::folders::SyncedPage;
    use crate::target::Target;

    fn page(documents: &[(&str, &str, &str)]) -> Page {
        let pages = documents.iter().map(|&(section, id, name)| SectionPage {
            section: section.into(),
            page_external_id: String::new(),
            files: vec![InfoPageFile {
                file_reference_id: id.into(),
                name: name.into(),
            }],
        });
        let pages: Vec<_> = pages.collect();
        Page {
            target: Target::project(ProjectId::from("p")),
            sections: merge(
                &pages,
                &HashMap::new(),
                &SyncedPage::default(),
                &HashSet::new(),
            ),
            read_at: DateTime::<Utc>::UNIX_EPOCH,
            cached: false,
            previous_count: None,
            synced: HashMap::new(),
            refused_size: None,
            on_the_way: BTreeMap::new(),
        }
    }

    #[test]
    fn a_document_that_was_replaced_is_the_one_of_its_name_now() {
        let shown: [FileReferenceId; 2] = ["1".into(), "2".into()];
        let find = |page: &Page| {
            let found = page.current(&shown[0], "VA", "a.pdf", &shown);
            found.map(|id| id.as_str().to_owned())
        };
        let same = page(&[("VA", "1", "a.pdf"), ("VA", "3", "a.pdf")]);
        assert_eq!(find(&same).as_deref(), Some("1"));
        let replaced = page(&[("HMS", "4", "a.pdf"), ("VA", "3", "A.pdf")]);
        assert_eq!(find(&replaced).as_deref(), Some("3"));
        let other_shown = page(&[("VA", "2", "a.pdf"), ("VA", "5", "b.pdf")]);
        assert_eq!(find(&other_shown), None, "a duplicate is another document");
    }
}
