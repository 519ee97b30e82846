//! From what the service lists and what we know to what a person sees. Pure.

use std::collections::{BTreeMap, HashMap, HashSet};

use fielddesk_model::{DEFAULT_SECTION, FileReferenceId, InfoPageFile, SectionPage, section_key};

use super::kinds::opens;
use super::sent::Known;
use super::types::{Document, DocumentState, Origin, Section};
use crate::name_key::name_key;

/// The sections: the default one first, then by name. `hidden` are documents whose delete
/// waits for its undo.
pub(super) fn merge(
    pages: &[SectionPage],
    known: &HashMap<FileReferenceId, Known>,
    hidden: &HashSet<FileReferenceId>,
) -> Vec<Section> {
    let mut sections: Vec<_> = pages
        .iter()
        .map(|page| section(page, known, hidden))
        .collect();
    sections.sort_by_cached_key(|section| {
        let key = section_key(&section.section);
        (key != section_key(DEFAULT_SECTION), key)
    });
    sections
}

fn section(
    page: &SectionPage,
    known: &HashMap<FileReferenceId, Known>,
    hidden: &HashSet<FileReferenceId>,
) -> Section {
    let visible: Vec<&InfoPageFile> = page
        .files
        .iter()
        .filter(|file| !hidden.contains(&file.file_reference_id))
        .collect();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for file in &visible {
        *names.entry(name_key(&file.name)).or_default() += 1;
    }
    let documents = visible
        .into_iter()
        .map(|file| {
            let twice = names
                .get(&name_key(&file.name))
                .is_some_and(|&count| count > 1);
            document(file, known.get(&file.file_reference_id), twice)
        })
        .collect();
    Section {
        section: page.section.clone(),
        page_external_id: page.page_external_id.clone(),
        documents,
    }
}

fn document(file: &InfoPageFile, known: Option<&Known>, twice: bool) -> Document {
    let ours = known.filter(|known| known.by_hand);
    let state = match ours {
        _ if twice => DocumentState::NeedsDecision,
        Some(known) if known.verified_at.is_some() => DocumentState::Verified,
        _ => DocumentState::Listed,
    };
    Document {
        id: file.file_reference_id.clone(),
        name: file.name.clone(),
        size: known.map(|known| known.size),
        sha256: known.and_then(|known| known.sha256.clone()),
        sent_at: ours.and_then(|known| known.sent_at),
        origin: if ours.is_some() {
            Origin::ByHand
        } else {
            Origin::SomeoneElse
        },
        state,
        opens: opens(&file.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Utc};

    fn page(section: &str, files: &[(&str, &str)]) -> SectionPage {
        SectionPage {
            section: section.into(),
            page_external_id: String::new(),
            files: files
                .iter()
                .map(|&(id, name)| InfoPageFile {
                    file_reference_id: id.into(),
                    name: name.into(),
                })
                .collect(),
        }
    }

    fn known(by_hand: bool, verified: bool) -> Known {
        Known {
            size: 7,
            sha256: None,
            by_hand,
            sent_at: by_hand.then_some(DateTime::<Utc>::UNIX_EPOCH),
            verified_at: verified.then_some(DateTime::<Utc>::UNIX_EPOCH),
        }
    }

    #[test]
    fn sent_listed_and_verified_are_three_things() {
        let pages = [page(
            "HMS",
            &[
                ("1", "a.pdf"),
                ("2", "b.pdf"),
                ("3", "c.pdf"),
                ("4", "d.exe"),
            ],
        )];
        let knowledge = HashMap::from([
            ("1".into(), known(true, false)),
            ("2".into(), known(true, true)),
            ("3".into(), known(false, false)),
        ]);
        let sections = merge(&pages, &knowledge, &HashSet::new());
        let seen: Vec<_> = sections[0]
            .documents
            .iter()
            .map(|d| (d.state, d.origin, d.size, d.opens))
            .collect();
        assert_eq!(
            seen,
            [
                (DocumentState::Listed, Origin::ByHand, Some(7), true),
                (DocumentState::Verified, Origin::ByHand, Some(7), true),
                (DocumentState::Listed, Origin::SomeoneElse, Some(7), true),
                (DocumentState::Listed, Origin::SomeoneElse, None, false),
            ]
        );
    }

    #[test]
    fn two_of_one_name_in_a_section_need_a_person_until_one_is_hidden() {
        let pages = [
            page("A", &[("1", "Plan.pdf"), ("2", "PLAN.pdf")]),
            page("B", &[("3", "plan.pdf")]),
        ];
        let states = |hidden: HashSet<FileReferenceId>| -> Vec<DocumentState> {
            let sections = merge(&pages, &HashMap::new(), &hidden);
            sections
                .iter()
                .flat_map(|s| &s.documents)
                .map(|d| d.state)
                .collect()
        };
        use DocumentState::{Listed, NeedsDecision};
        assert_eq!(
            states(HashSet::new()),
            [NeedsDecision, NeedsDecision, Listed]
        );
        assert_eq!(states(HashSet::from(["2".into()])), [Listed, Listed]);
    }

    #[test]
    fn the_default_section_comes_first() {
        let pages = [
            page("HMS", &[]),
            page("documents", &[]),
            page("Armering", &[]),
        ];
        let sections = merge(&pages, &HashMap::new(), &HashSet::new());
        let names: Vec<_> = sections.iter().map(|s| s.section.as_str()).collect();
        assert_eq!(names, ["documents", "Armering", "HMS"]);
    }
}
