//! From what the service lists and what we know to what a person sees. Pure.

use std::collections::{BTreeMap, HashMap, HashSet};

use fielddesk_model::{DEFAULT_SECTION, FileReferenceId, InfoPageFile, SectionPage};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::name_key::{NameKey, SectionKey};

use super::kinds::opens;
use super::types::{Document, DocumentState, Origin, Section};
use crate::folders::SyncedPage;
use crate::upload_records::Known;

/// The sections: the default one first, then by name. `hidden` are documents whose delete
/// waits for its undo.
pub(super) fn merge(
    pages: &[SectionPage],
    known: &HashMap<FileReferenceId, Known>,
    synced: &SyncedPage,
    hidden: &HashSet<FileReferenceId>,
) -> Vec<Section> {
    let mut sections: Vec<_> = pages
        .iter()
        .map(|page| section(page, known, synced, hidden))
        .collect();
    sections.sort_by_cached_key(|section| {
        let key = SectionKey::of(&section.section);
        (key != SectionKey::of(DEFAULT_SECTION), key)
    });
    sections
}

fn section(
    page: &SectionPage,
    known: &HashMap<FileReferenceId, Known>,
    synced: &SyncedPage,
    hidden: &HashSet<FileReferenceId>,
) -> Section {
    let visible: Vec<&InfoPageFile> = page
        .files
        .iter()
        .filter(|file| !hidden.contains(&file.file_reference_id))
        .collect();
    let mut names: BTreeMap<NameKey, usize> = BTreeMap::new();
    for file in &visible {
        *names.entry(NameKey::of(&file.name)).or_default() += 1;
    }
    let documents = visible
        .into_iter()
        .map(|file| {
            let twice = names
                .get(&NameKey::of(&file.name))
                .is_some_and(|&count| count > 1);
            document(file, known.get(&file.file_reference_id), synced, twice)
        })
        .collect();
    Section {
        section: page.section.clone(),
        page_external_id: page.page_external_id.clone(),
        documents,
    }
}

fn document(
    file: &InfoPageFile,
    known: Option<&Known>,
    page: &SyncedPage,
    twice: bool,
) -> Document {
    let synced = page.documents.get(&file.file_reference_id);
    let asked_by = page.asked.get(&file.file_reference_id);
    let ours = known.filter(|known| known.by_hand);
    let verified = ours.is_some_and(|known| known.verified_at.is_some())
        || synced.is_some_and(|synced| synced.verified_at.is_some());
    let known_size = known.map(|known| known.size);
    let known_hash = known.and_then(|known| known.sha256.clone());
    Document {
        id: file.file_reference_id.clone(),
        name: file.name.clone(),
        name_key: NameKey::of(&file.name),
        shown_name: shown(&file.name),
        size: synced.map(|synced| synced.size).or(known_size),
        sha256: synced.map(|synced| synced.sha256.clone()).or(known_hash),
        sent_at: synced
            .and_then(|synced| synced.sent_at)
            .or_else(|| ours.and_then(|known| known.sent_at)),
        saved_at: match synced {
            Some(synced) => Some(synced.saved_at),
            None => known.and_then(|known| known.saved_at),
        },
        origin: match (synced, ours) {
            (Some(_), _) => Origin::SyncedFolder,
            (None, Some(_)) => Origin::ByHand,
            (None, None) => Origin::SomeoneElse,
        },
        folder: synced.map(|synced| synced.folder.clone()),
        asked_by: asked_by.cloned(),
        state: match (twice || asked_by.is_some(), verified) {
            (true, _) => DocumentState::NeedsDecision,
            (false, true) => DocumentState::Verified,
            (false, false) => DocumentState::Listed,
        },
        opens: opens(&file.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::{FolderRef, MappingId, SyncedDocument};
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
            saved_at: None,
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
        let sections = merge(&pages, &knowledge, &SyncedPage::default(), &HashSet::new());
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
    fn what_a_synced_folder_sent_is_told_with_its_size_and_its_folder() {
        let pages = [page("HMS", &[("1", "a.pdf"), ("2", "b.pdf")])];
        let folder = FolderRef {
            id: MappingId("va".into()),
            name: "Tegninger VA".into(),
        };
        let synced = |verified_at| SyncedDocument {
            folder: folder.clone(),
            size: 9,
            sha256: "abc".into(),
            sent_at: Some(DateTime::UNIX_EPOCH),
            saved_at: DateTime::UNIX_EPOCH,
            verified_at,
        };
        let synced = SyncedPage {
            documents: HashMap::from([
                ("1".into(), synced(None)),
                ("2".into(), synced(Some(DateTime::UNIX_EPOCH))),
            ]),
            ..SyncedPage::default()
        };
        let known = HashMap::from([("2".into(), known(true, false))]);
        let sections = merge(&pages, &known, &synced, &HashSet::new());
        let [first, second] = sections[0].documents.as_slice() else {
            panic!("two documents")
        };
        assert_eq!((first.origin, first.size), (Origin::SyncedFolder, Some(9)));
        assert_eq!(first.folder.as_ref(), Some(&folder));
        assert_eq!(first.sha256.as_deref(), Some("abc"));
        assert_eq!(first.sent_at, Some(DateTime::UNIX_EPOCH));
        assert_eq!(first.saved_at, Some(DateTime::UNIX_EPOCH));
        assert_eq!(first.state, DocumentState::Listed);
        assert_eq!(second.origin, Origin::SyncedFolder);
        assert_eq!(second.state, DocumentState::Verified);
    }

    #[test]
    fn a_document_that_a_folder_asks_about_needs_a_decision_whoever_uploaded_it() {
        let pages = [page("VA", &[("1", "a.pdf"), ("2", "b.pdf")])];
        let folder = FolderRef {
            id: MappingId("va".into()),
            name: "Tegninger VA".into(),
        };
        let synced = SyncedPage {
            asked: HashMap::from([("1".into(), folder.clone())]),
            ..SyncedPage::default()
        };
        let known = HashMap::from([("1".into(), known(true, true))]);
        let sections = merge(&pages, &known, &synced, &HashSet::new());
        let seen: Vec<_> = sections[0]
            .documents
            .iter()
            .map(|document| (document.asked_by.as_ref(), document.state, document.origin))
            .collect();
        assert_eq!(
            seen,
            [
                (Some(&folder), DocumentState::NeedsDecision, Origin::ByHand),
                (None, DocumentState::Listed, Origin::SomeoneElse),
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
            let sections = merge(&pages, &HashMap::new(), &SyncedPage::default(), &hidden);
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
        let sections = merge(
            &pages,
            &HashMap::new(),
            &SyncedPage::default(),
            &HashSet::new(),
        );
        let names: Vec<_> = sections.iter().map(|s| s.section.as_str()).collect();
        assert_eq!(names, ["documents", "Armering", "HMS"]);
    }
}
