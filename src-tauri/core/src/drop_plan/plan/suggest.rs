//! Suggested section of a file, and the reason that is shown. Pure.

use std::collections::{BTreeMap, HashMap};

use fielddesk_rules::name_key::{NameKey, SectionKey};

use super::{Choice, Inputs};
use crate::documents::{Document, Page};
use crate::drop_plan::scan::Found;
use crate::drop_plan::similar::{file_type, prefix, series, stem};
use crate::drop_plan::types::{Why, WhyReason};

/// A prefix counts as used from this many documents on.
const PREFIX_FROM: u64 = 2;

/// The page, looked up by what names have in common.
#[derive(Default)]
pub(super) struct Known<'a> {
    sections: Vec<&'a str>,
    /// New ones that a person chose, as they were spelled first.
    chosen: Vec<&'a str>,
    by_name: HashMap<NameKey, Vec<(&'a str, &'a Document)>>,
    pub(super) by_stem: HashMap<String, Vec<(&'a str, &'a Document)>>,
    by_prefix: HashMap<NameKey, BTreeMap<&'a str, u64>>,
    /// Names that differ only in their numbers.
    by_series: HashMap<String, Vec<(&'a str, &'a Document)>>,
    /// Counts of documents by their type and section.
    pub(super) by_type: HashMap<String, BTreeMap<&'a str, u64>>,
}

impl<'a> Known<'a> {
    pub(super) fn of(page: Option<&'a Page>, choices: impl Iterator<Item = &'a Choice>) -> Self {
        let mut known = Self {
            chosen: choices
                .filter_map(|choice| choice.section.as_deref())
                .collect(),
            ..Self::default()
        };
        for section in page.into_iter().flat_map(|page| &page.sections) {
            let name = section.section.as_str();
            known.sections.push(name);
            for document in &section.documents {
                let documents = known
                    .by_name
                    .entry(NameKey::of(&document.name))
                    .or_default();
                documents.push((name, document));
                let revisions = known.by_stem.entry(stem(&document.name)).or_default();
                revisions.push((name, document));
                if let Some(series) = series(&document.name) {
                    let others = known.by_series.entry(series).or_default();
                    others.push((name, document));
                }
                let types = known.by_type.entry(file_type(&document.name)).or_default();
                *types.entry(name).or_default() += 1;
                if let Some(prefix) = prefix(&document.name) {
                    let sections = known.by_prefix.entry(NameKey::of(&prefix)).or_default();
                    *sections.entry(name).or_default() += 1;
                }
            }
        }
        known
    }

    /// The one section that all of a series lie in, with the first of them.
    fn series_section(&self, name: &str) -> Option<(&'a str, &'a Document)> {
        let others = self.by_series.get(&series(name)?)?;
        let (section, document) = others.first()?;
        let all = others.iter().all(|(other, _)| other == section);
        all.then_some((*section, *document))
    }

    fn section(&self, name: &str) -> Option<&'a str> {
        spelled(name, self.sections.iter().copied())
    }

    pub(super) fn in_section(&self, name: &str, section: &str) -> Vec<&'a Document> {
        let key = SectionKey::of(section);
        let documents = self.by_name.get(&NameKey::of(name)).into_iter().flatten();
        documents
            .filter(|(section, _)| SectionKey::of(section) == key)
            .map(|(_, document)| *document)
            .collect()
    }

    /// The first section that has this name, of those that are not this one.
    pub(super) fn other_section(&self, name: &str, section: &str) -> Option<String> {
        let key = SectionKey::of(section);
        let mut documents = self.by_name.get(&NameKey::of(name)).into_iter().flatten();
        let (other, _) = documents.find(|(other, _)| SectionKey::of(other) != key)?;
        Some((*other).to_owned())
    }
}

/// A section as it is spelled among these.
fn spelled<'a>(name: &str, mut sections: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let key = SectionKey::of(name);
    sections.find(|section| SectionKey::of(section) == key)
}

/// Where a file goes and why, the strongest reason first.
pub(super) fn suggest(
    inputs: &Inputs<'_>,
    known: &Known<'_>,
    file: &Found,
    name: &str,
    choice: &Choice,
) -> (Option<String>, Why) {
    let because = |section: &str, reason, name: Option<&str>, count| {
        let why = Why {
            reason,
            name: name.map(ToOwned::to_owned),
            count,
        };
        (Some(section.to_owned()), why)
    };
    if let Some(section) = &choice.section {
        let all = known.sections.iter().chain(&known.chosen).copied();
        let section = spelled(section, all).unwrap_or(section);
        return because(section, WhyReason::Chosen, None, None);
    }
    let folders = file.subfolders();
    if inputs.subfolders_as_sections && !folders.is_empty() {
        let folder = folders.join(" - ");
        let section = known.section(&folder).unwrap_or(&folder);
        return because(section, WhyReason::Subfolder, Some(&folder), None);
    }
    if let Some(section) = inputs.section {
        return because(section, WhyReason::DroppedOnSection, None, None);
    }
    // The folder that was dropped itself counts here: it may be called like a section.
    let mut inner_first = file.folders.iter().rev();
    if let Some((folder, section)) = inner_first.find_map(|f| Some((f, known.section(f)?))) {
        return because(section, WhyReason::Subfolder, Some(folder), None);
    }
    if let Some((section, document)) = known
        .by_name
        .get(&NameKey::of(name))
        .and_then(|d| d.first())
    {
        return because(section, WhyReason::SameName, Some(&document.name), None);
    }
    if let Some((section, similar)) = known.by_stem.get(&stem(name)).and_then(|d| d.first()) {
        return because(section, WhyReason::SimilarName, Some(&similar.name), None);
    }
    if let Some(prefix) = prefix(name) {
        let sections = known
            .by_prefix
            .get(&NameKey::of(&prefix))
            .into_iter()
            .flatten();
        // The first of equals in the order of names, so that equal drops have equal plans.
        let best = sections.max_by_key(|(section, count)| (**count, std::cmp::Reverse(**section)));
        if let Some((section, count)) = best.filter(|(_, count)| **count >= PREFIX_FROM) {
            return because(section, WhyReason::Prefix, Some(&prefix), Some(*count));
        }
    }
    if let Some((section, similar)) = known.series_section(name) {
        return because(section, WhyReason::SimilarName, Some(&similar.name), None);
    }
    let only = match (known.sections.as_slice(), inputs.default_section) {
        ([only], _) => Some(*only),
        ([], default) => default.filter(|section| !section.is_empty()),
        _ => None,
    };
    if let Some(section) = only {
        return because(section, WhyReason::OnlySection, None, None);
    }
    let why = Why {
        reason: WhyReason::NoSimilarName,
        name: None,
        count: None,
    };
    (None, why)
}
