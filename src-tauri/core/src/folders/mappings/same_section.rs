//! Which mappings go to a page, or to a section, in common. Pure.

use std::path::Path;

use fielddesk_rules::name_key::SectionKey;
use fielddesk_sync::mapping::Sections;

use super::mapping::{FolderMapping, NamedTarget, Warning};

/// A folder that shall be kept in step.
pub(in crate::folders) struct Candidate<'a> {
    pub(in crate::folders) folder: &'a Path,
    pub(in crate::folders) connection: &'a str,
    pub(in crate::folders) place: &'a NamedTarget,
    pub(in crate::folders) sections: &'a Sections,
}

impl<'a> Candidate<'a> {
    /// A mapping that is not made yet.
    pub(in crate::folders) fn of(mapping: &'a FolderMapping) -> Self {
        Self {
            folder: &mapping.folder,
            connection: &mapping.connection,
            place: &mapping.place,
            sections: &mapping.sections,
        }
    }
}

/// Mappings to a section that one of the subfolders goes to as well: known once the folder was
/// looked at.
pub(in crate::folders) fn of_subfolders(
    candidate: &Candidate<'_>,
    others: &[FolderMapping],
    planned: impl Iterator<Item = String> + Clone,
) -> Vec<Warning> {
    if *candidate.sections != Sections::BySubfolder {
        return Vec::new();
    }
    let others = others.iter().filter(|other| same_pages(candidate, other));
    let met = others.filter_map(|other| {
        let theirs = SectionKey::of(&only_section(&other.sections, &other.place)?);
        let section = planned
            .clone()
            .find(|section| SectionKey::of(section) == theirs)?;
        Some(warning(other, section))
    });
    met.collect()
}

/// That another mapping goes to a section, too.
pub(super) fn warning(other: &FolderMapping, section: String) -> Warning {
    Warning::SameSection {
        folder: other.folder.clone(),
        mapping: other.id.clone(),
        section,
    }
}

/// Whether both go to a page in common.
pub(super) fn same_pages(candidate: &Candidate<'_>, other: &FolderMapping) -> bool {
    let (ours, theirs) = (&candidate.place.target, &other.place.target);
    let same_target = match (&ours.work_order, &theirs.work_order) {
        // A work order is one, whether its project is known here or not.
        (Some(ours), Some(theirs)) => ours == theirs,
        (None, None) => ours.project == theirs.project,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let all = |sections: &Sections| *sections == Sections::BySubfolder;
    candidate.connection == other.connection
        && same_target
        && (all(candidate.sections)
            || all(&other.sections)
            || shared_section(candidate, other).is_some())
}

/// The one section that both send everything to.
pub(super) fn shared_section(candidate: &Candidate<'_>, other: &FolderMapping) -> Option<String> {
    let ours = only_section(candidate.sections, candidate.place)?;
    let theirs = only_section(&other.sections, &other.place)?;
    (SectionKey::of(&ours) == SectionKey::of(&theirs)).then_some(ours)
}

fn only_section(sections: &Sections, place: &NamedTarget) -> Option<String> {
    match sections {
        Sections::One(Some(section)) if !section.trim().is_empty() => Some(section.clone()),
        Sections::One(_) => Some(place.default_section.clone()),
        Sections::BySubfolder => None,
    }
}
