//! A mapping: its folder, its page, and its policy for local deletes.
//!
//! Nothing here knows projects or work orders: the adapter of the `Remote` port does.

pub use fielddesk_documents::mapping_id::MappingId;
use fielddesk_rules::name_key::{FileKey, SectionKey, composed};
use serde::{Deserialize, Serialize};

use crate::path::RelPath;

/// The policy for the document of a file that is deleted in the folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "FolderDeletes")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Deletes {
    /// A person is asked.
    #[default]
    Ask,
    /// The document stays.
    Keep,
    /// The document is removed, within the guards.
    Propagate,
}

/// The way that folders become sections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Sections {
    /// Files at the top go to one page, the default one without a name; subfolders are skipped.
    One(Option<String>),
    /// A first-level subfolder is a section, deeper ones are joined by ` - `; files at the top
    /// go to the default page.
    BySubfolder,
}

/// The part of a mapping that the engine needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mapping {
    /// Id of the mapping.
    pub id: MappingId,
    /// Way that folders become sections.
    pub sections: Sections,
    /// Policy for local deletes.
    pub deletes: Deletes,
    /// The service's name of the default page: `Documents` for a project, the number or short
    /// description for a work order. The adapter of `Remote` knows it.
    pub default_section: String,
}

/// The place on the page where a file of the folder belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Section as spelled here, the default page's name included.
    pub section: String,
    /// The key on both sides.
    pub key: FileKey,
}

impl Mapping {
    /// Returns the place of a file; `None` in a subfolder that this mapping skips.
    #[must_use]
    pub fn place(&self, path: &RelPath) -> Option<Place> {
        let section = match (&self.sections, path.folder()) {
            (Sections::One(_), Some(_)) => return None,
            (Sections::One(section), None) => section.clone(),
            (Sections::BySubfolder, None) => None,
            (Sections::BySubfolder, Some(_)) => {
                Some(path.folders().collect::<Vec<_>>().join(" - "))
            }
        };
        let section = match section {
            Some(section) if !section.trim().is_empty() => composed(section.trim()),
            _ => self.default_section.clone(),
        };
        Some(Place {
            key: FileKey::of(&section, path.name()),
            section,
        })
    }

    /// Returns true if files in subfolders are mirrored.
    #[must_use]
    pub fn mirrors_subfolders(&self) -> bool {
        self.sections == Sections::BySubfolder
    }

    /// Returns the section to name in an upload: `None` for the default page.
    #[must_use]
    pub fn upload_section<'a>(&self, section: &'a str) -> Option<&'a str> {
        (SectionKey::of(section) != SectionKey::of(&self.default_section)).then_some(section)
    }

    /// Returns true where files of this mapping can be on that page.
    #[must_use]
    pub fn covers(&self, section: &SectionKey) -> bool {
        match &self.sections {
            Sections::BySubfolder => true,
            Sections::One(Some(one)) if !one.trim().is_empty() => SectionKey::of(one) == *section,
            Sections::One(_) => SectionKey::of(&self.default_section) == *section,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping(sections: Sections) -> Mapping {
        Mapping {
            id: MappingId("m".into()),
            sections,
            deletes: Deletes::Ask,
            default_section: "Documents".into(),
        }
    }

    fn section_of(mapping: &Mapping, path: &str) -> Option<String> {
        let place = mapping.place(&RelPath::new(path).unwrap());
        place.map(|place| place.section)
    }

    #[test]
    fn with_one_section_subfolders_are_skipped() {
        let one = mapping(Sections::One(Some(" VA ".into())));
        assert_eq!(section_of(&one, "a.pdf").as_deref(), Some("VA"));
        assert_eq!(section_of(&one, "sub/a.pdf"), None);
        let default = mapping(Sections::One(None));
        assert_eq!(section_of(&default, "a.pdf").as_deref(), Some("Documents"));
    }

    #[test]
    fn by_subfolder_deeper_folders_are_joined() {
        let mapping = mapping(Sections::BySubfolder);
        assert_eq!(section_of(&mapping, "a").as_deref(), Some("Documents"));
        assert_eq!(section_of(&mapping, "VA/a").as_deref(), Some("VA"));
        assert_eq!(
            section_of(&mapping, "VA/1/b/a").as_deref(),
            Some("VA - 1 - b")
        );
    }

    #[test]
    fn two_folders_that_join_to_one_section_have_one_page() {
        let mapping = mapping(Sections::BySubfolder);
        let joined = mapping.place(&RelPath::new("VA/1/a.pdf").unwrap()).unwrap();
        let named = mapping
            .place(&RelPath::new("va - 1/A.pdf").unwrap())
            .unwrap();
        assert_eq!(joined.key, named.key, "so they meet as a name collision");
    }

    #[test]
    fn the_default_page_is_sent_to_without_its_name() {
        let mapping = mapping(Sections::BySubfolder);
        assert_eq!(mapping.upload_section("documents "), None);
        assert_eq!(mapping.upload_section("VA"), Some("VA"));
    }
}
