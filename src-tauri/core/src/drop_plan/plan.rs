//! What goes where: the one place that decides. Pure: files, page, knowledge and choices in,
//! rows out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fielddesk_model::{FileReferenceId, section_key};

use super::scan::Found;
use super::similar::{prefix, stem};
use super::types::{OnPage, PlanRow, SameName, What, Why, WhyReason};
use crate::Failure;
use crate::documents::{Document, Origin, Page};
use crate::name_key::name_key;
use crate::names::safe_file_name;

/// A prefix counts as used from this many documents on.
const PREFIX_FROM: u64 = 2;

/// What a person chose for a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Choice {
    pub(super) section: Option<String>,
    pub(super) same_name: Option<SameName>,
    pub(super) use_safe_name: bool,
    pub(super) replace_id: Option<FileReferenceId>,
}

/// What is known of a file's content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Hash {
    /// Not compared yet.
    #[default]
    Unknown,
    /// SHA-256 in hex.
    Known(String),
    /// It could not be read.
    Failed(Failure),
}

/// Everything that decides.
pub(super) struct Inputs<'a> {
    pub(super) files: &'a [Found],
    /// What is known of each file's content, in the order of the files.
    pub(super) hashes: &'a [Hash],
    pub(super) page: Option<&'a Page>,
    /// The section dropped on.
    pub(super) section: Option<&'a str>,
    pub(super) subfolders_as_sections: bool,
    /// One folder alone was dropped: its own name is no section.
    pub(super) one_root: bool,
    pub(super) same_name: SameName,
    pub(super) choices: &'a BTreeMap<u32, Choice>,
}

/// The rows, one for each file, in the order of the files.
pub(super) fn plan(inputs: &Inputs<'_>) -> Vec<PlanRow> {
    let known = Known::of(inputs.page);
    let mut rows: Vec<PlanRow> = inputs
        .files
        .iter()
        .zip(inputs.hashes)
        .zip(0u32..)
        .map(|((file, hash), row_id)| row(inputs, &known, file, hash, row_id))
        .collect();
    mark_repeated(&mut rows);
    rows
}

/// What a row does when it is sent: a new document, or one in the place of another. None when
/// it cannot be sent as it stands.
pub(super) fn action(row: &PlanRow) -> Option<Option<FileReferenceId>> {
    match row.what {
        What::New | What::KeepsBoth | What::SameNameTwice => Some(None),
        What::Replaces | What::ReplacesSomeoneElses => Some(row.replace_id.clone()),
        What::AlreadyThere => Some(match row.same_name {
            SameName::Replace => row.replace_id.clone(),
            SameName::KeepBoth => None,
        }),
        What::TwoWithThisName
        | What::ChooseSection
        | What::NameRefused
        | What::Unreadable
        | What::StillBeingWritten
        | What::Checking => None,
    }
}

/// The page, looked up by what names have in common.
#[derive(Default)]
struct Known<'a> {
    sections: Vec<&'a str>,
    by_name: HashMap<String, Vec<(&'a str, &'a Document)>>,
    by_stem: HashMap<String, (&'a str, &'a str)>,
    by_prefix: HashMap<String, BTreeMap<&'a str, u64>>,
}

impl<'a> Known<'a> {
    fn of(page: Option<&'a Page>) -> Self {
        let mut known = Self::default();
        for section in page.into_iter().flat_map(|page| &page.sections) {
            let name = section.section.as_str();
            known.sections.push(name);
            for document in &section.documents {
                let documents = known.by_name.entry(name_key(&document.name)).or_default();
                documents.push((name, document));
                let stem = stem(&document.name);
                known
                    .by_stem
                    .entry(stem)
                    .or_insert((name, document.name.as_str()));
                if let Some(prefix) = prefix(&document.name) {
                    let sections = known.by_prefix.entry(name_key(&prefix)).or_default();
                    *sections.entry(name).or_default() += 1;
                }
            }
        }
        known
    }

    fn section(&self, name: &str) -> Option<&'a str> {
        let key = section_key(name);
        self.sections
            .iter()
            .find(|section| section_key(section) == key)
            .copied()
    }

    fn in_section(&self, name: &str, section: &str) -> Vec<&'a Document> {
        let key = section_key(section);
        let documents = self.by_name.get(&name_key(name)).into_iter().flatten();
        documents
            .filter(|(section, _)| section_key(section) == key)
            .map(|(_, document)| *document)
            .collect()
    }
}

fn row(inputs: &Inputs<'_>, known: &Known<'_>, file: &Found, hash: &Hash, row_id: u32) -> PlanRow {
    let none = Choice::default();
    let choice = inputs.choices.get(&row_id).unwrap_or(&none);
    let refused = !file.named || !sendable(&file.name);
    let safe_name = refused.then(|| safe_file_name(&file.name).name);
    let name = match &safe_name {
        Some(safe) if choice.use_safe_name => safe.clone(),
        _ => file.name.clone(),
    };
    let (section, why) = suggest(inputs, known, file, &name, choice);
    let on_page = section
        .as_deref()
        .map_or_else(Vec::new, |section| known.in_section(&name, section));
    let same_name = choice.same_name.unwrap_or(inputs.same_name);
    let mut row = PlanRow {
        row_id,
        name,
        folder: (!file.folders.is_empty()).then(|| file.folders.join(" / ")),
        size: file.stamp.as_ref().ok().map(|stamp| stamp.size),
        section,
        why,
        what: What::New,
        same_name,
        on_page: on_page.iter().map(|document| shown(document)).collect(),
        replace_id: None,
        safe_name,
        ticked: false,
        failure: None,
    };
    decide(
        &mut row,
        file,
        hash,
        choice,
        refused && !choice.use_safe_name,
        &on_page,
    );
    row
}

/// The flat table of what happens.
fn decide(
    row: &mut PlanRow,
    file: &Found,
    hash: &Hash,
    choice: &Choice,
    refused: bool,
    on_page: &[&Document],
) {
    let size = match &file.stamp {
        Ok(stamp) => stamp.size,
        Err(failure) => {
            row.what = What::Unreadable;
            row.failure = Some(failure.clone());
            return;
        }
    };
    if refused {
        row.what = What::NameRefused;
        return;
    }
    if file.fresh {
        row.what = What::StillBeingWritten;
        return;
    }
    if row.section.is_none() {
        row.what = What::ChooseSection;
        return;
    }
    let chosen = choice.replace_id.as_ref();
    let chosen = on_page.iter().find(|document| Some(&document.id) == chosen);
    let going = match on_page {
        [only] => Some(only),
        _ => chosen,
    };
    row.replace_id = going.map(|document| document.id.clone());
    let comparable = || {
        on_page
            .iter()
            .filter(|document| document.size == Some(size))
    };
    let hashes: BTreeSet<&str> = comparable().filter_map(|d| d.sha256.as_deref()).collect();
    if !hashes.is_empty() {
        match hash {
            Hash::Unknown => {
                row.what = What::Checking;
                return;
            }
            Hash::Failed(failure) => {
                row.what = What::Unreadable;
                row.failure = Some(failure.clone());
                return;
            }
            Hash::Known(hash) if hashes.contains(hash.as_str()) => {
                row.what = What::AlreadyThere;
                return;
            }
            Hash::Known(_) => {}
        }
    }
    (row.what, row.ticked) = match (on_page, row.same_name, going) {
        ([], _, _) => (What::New, true),
        (_, SameName::KeepBoth, _) => (What::KeepsBoth, true),
        (_, SameName::Replace, None) => (What::TwoWithThisName, false),
        (_, SameName::Replace, Some(old)) if old.origin == Origin::ByHand => (What::Replaces, true),
        (_, SameName::Replace, Some(_)) => (What::ReplacesSomeoneElses, false),
    };
    if row.what == What::KeepsBoth {
        row.replace_id = None;
    }
}

/// Where a file goes and why, the strongest reason first.
fn suggest(
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
        let section = known.section(section).unwrap_or(section);
        return because(section, WhyReason::Chosen, None, None);
    }
    if let Some(section) = inputs.section {
        return because(section, WhyReason::DroppedOnSection, None, None);
    }
    let folders = match file.folders.as_slice() {
        [_, below @ ..] if inputs.one_root => below,
        all => all,
    };
    if inputs.subfolders_as_sections && !folders.is_empty() {
        let folder = folders.join(" - ");
        let section = known.section(&folder).unwrap_or(&folder);
        return because(section, WhyReason::Subfolder, Some(&folder), None);
    }
    // The folder that was dropped itself counts here: it may be called like a section.
    let mut inner_first = file.folders.iter().rev();
    if let Some((folder, section)) = inner_first.find_map(|f| Some((f, known.section(f)?))) {
        return because(section, WhyReason::Subfolder, Some(folder), None);
    }
    if let Some((section, document)) = known.by_name.get(&name_key(name)).and_then(|d| d.first()) {
        return because(section, WhyReason::SameName, Some(&document.name), None);
    }
    if let Some((section, similar)) = known.by_stem.get(&stem(name)) {
        return because(section, WhyReason::SimilarName, Some(similar), None);
    }
    if let Some(prefix) = prefix(name) {
        let sections = known
            .by_prefix
            .get(&name_key(&prefix))
            .into_iter()
            .flatten();
        // The first of equals in the order of names, so that equal drops have equal plans.
        let best = sections.max_by_key(|(section, count)| (**count, std::cmp::Reverse(**section)));
        if let Some((section, count)) = best.filter(|(_, count)| **count >= PREFIX_FROM) {
            return because(section, WhyReason::Prefix, Some(&prefix), Some(*count));
        }
    }
    let why = Why {
        reason: WhyReason::NoSimilarName,
        name: None,
        count: None,
    };
    (None, why)
}

/// Of rows that would have one name in one section the first goes, the others ask.
fn mark_repeated(rows: &mut [PlanRow]) {
    let mut seen = BTreeSet::new();
    for row in rows {
        let goes = matches!(
            row.what,
            What::New | What::Replaces | What::ReplacesSomeoneElses | What::KeepsBoth
        );
        let Some(section) = row.section.as_deref().filter(|_| goes) else {
            continue;
        };
        if !seen.insert((section_key(section), name_key(&row.name))) {
            row.what = What::SameNameTwice;
            row.replace_id = None;
            row.ticked = false;
        }
    }
}

fn shown(document: &Document) -> OnPage {
    OnPage {
        id: document.id.clone(),
        name: document.name.clone(),
        sent_at: document.sent_at,
    }
}

/// Whether a name can travel and be read again by everybody.
fn sendable(name: &str) -> bool {
    !name.is_empty() && name.len() <= 255 && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::FailureKind;
    use crate::content::stat_file;
    use crate::documents::{DocumentState, Section, Target};
    use chrono::{DateTime, Utc};
    use fielddesk_model::ProjectId;
    use proptest::prelude::*;

    /// A file of 7 bytes in these folders.
    fn file(path: &str) -> Found {
        let mut folders: Vec<String> = path.split('/').map(ToOwned::to_owned).collect();
        let name = folders.pop().unwrap();
        let temporary = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(temporary.path(), b"7 bytes").unwrap();
        Found {
            path: path.into(),
            name,
            named: true,
            folders,
            stamp: Ok(stat_file(temporary.path()).unwrap()),
            fresh: false,
        }
    }

    fn document(id: &str, name: &str, ours: bool) -> Document {
        Document {
            id: id.into(),
            name: name.into(),
            size: ours.then_some(7),
            sha256: ours.then(|| "old".to_owned()),
            sent_at: ours.then_some(DateTime::<Utc>::UNIX_EPOCH),
            origin: if ours {
                Origin::ByHand
            } else {
                Origin::SomeoneElse
            },
            state: DocumentState::Sent,
            opens: true,
        }
    }

    fn page(sections: &[(&str, Vec<Document>)]) -> Page {
        Page {
            target: Target::project(ProjectId::new("p")),
            sections: sections
                .iter()
                .map(|(section, documents)| Section {
                    section: (*section).to_owned(),
                    page_external_id: String::new(),
                    documents: documents.clone(),
                })
                .collect(),
            read_at: DateTime::UNIX_EPOCH,
            cached: false,
            previous_count: None,
        }
    }

    struct Desk {
        files: Vec<Found>,
        hashes: Vec<Hash>,
        page: Option<Page>,
        section: Option<&'static str>,
        subfolders_as_sections: bool,
        same_name: SameName,
        choices: BTreeMap<u32, Choice>,
    }

    impl Desk {
        fn new(files: &[&str], sections: &[(&str, Vec<Document>)]) -> Self {
            Self {
                files: files.iter().map(|path| file(path)).collect(),
                hashes: vec![Hash::Known("new".into()); files.len()],
                page: Some(page(sections)),
                section: None,
                subfolders_as_sections: false,
                same_name: SameName::Replace,
                choices: BTreeMap::new(),
            }
        }

        fn plan(&self) -> Vec<PlanRow> {
            plan(&Inputs {
                files: &self.files,
                hashes: &self.hashes,
                page: self.page.as_ref(),
                section: self.section,
                subfolders_as_sections: self.subfolders_as_sections,
                one_root: true,
                same_name: self.same_name,
                choices: &self.choices,
            })
        }

        fn only(&self) -> PlanRow {
            let mut rows = self.plan();
            assert_eq!(rows.len(), 1);
            rows.remove(0)
        }
    }

    fn sections() -> Vec<(&'static str, Vec<Document>)> {
        vec![
            ("Documents", vec![document("1", "Les meg.txt", true)]),
            (
                "Armering",
                vec![
                    document("2", "HA-201.pdf", true),
                    document("3", "HA-202.pdf", false),
                    document("4", "Riggplan Hoveveien rev B.pdf", true),
                ],
            ),
            ("HMS", vec![document("5", "SJA.docx", false)]),
        ]
    }

    #[test]
    fn the_strongest_reason_decides_the_section() {
        use WhyReason::{NoSimilarName, Prefix, SameName, SimilarName, Subfolder};
        for (path, section, reason, name) in [
            ("Uke 47/HMS/HA-201.pdf", Some("HMS"), Subfolder, Some("HMS")),
            ("hms /x.pdf", Some("HMS"), Subfolder, Some("hms ")),
            ("HA-201.pdf", Some("Armering"), SameName, Some("HA-201.pdf")),
            (
                "riggplan hoveveien REV C.pdf",
                Some("Armering"),
                SimilarName,
                Some("Riggplan Hoveveien rev B.pdf"),
            ),
            ("HA-999.pdf", Some("Armering"), Prefix, Some("HA-")),
            ("Noe helt annet.pdf", None, NoSimilarName, None),
        ] {
            let row = Desk::new(&[path], &sections()).only();
            assert_eq!(
                (
                    row.section.as_deref(),
                    row.why.reason,
                    row.why.name.as_deref()
                ),
                (section, reason, name),
                "{path}"
            );
        }
        let mut desk = Desk::new(&["HMS/HA-201.pdf"], &sections());
        desk.section = Some("Documents");
        assert_eq!(desk.only().why.reason, WhyReason::DroppedOnSection);
        let choice = Choice {
            section: Some("Ny".into()),
            ..Choice::default()
        };
        desk.choices.insert(0, choice);
        let row = desk.only();
        assert_eq!(
            (row.section.as_deref(), row.why.reason),
            (Some("Ny"), WhyReason::Chosen)
        );
    }

    #[test]
    fn subfolders_become_sections_when_asked() {
        let mut desk = Desk::new(
            &[
                "Uke 47/hms/a.pdf",
                "Uke 47/Bilder/Dag 1/b.jpg",
                "Uke 47/c.pdf",
            ],
            &sections(),
        );
        desk.subfolders_as_sections = true;
        let goes: Vec<_> = desk.plan().into_iter().map(|row| row.section).collect();
        assert_eq!(
            goes,
            [
                Some("HMS".to_owned()),
                Some("Bilder - Dag 1".to_owned()),
                None
            ]
        );
    }

    #[test]
    fn what_happens_is_written_out() {
        let two = || {
            vec![
                document("a", "Plan.pdf", true),
                document("b", "PLAN.pdf", false),
            ]
        };
        let ours = || vec![document("a", "Plan.pdf", true)];
        let theirs = || vec![document("a", "Plan.pdf", false)];
        use SameName::{KeepBoth, Replace};
        for (on_page, same_name, hash, what, ticked, goes) in [
            (vec![], Replace, "new", What::New, true, None),
            (vec![], KeepBoth, "new", What::New, true, None),
            (ours(), Replace, "new", What::Replaces, true, Some("a")),
            (ours(), Replace, "old", What::AlreadyThere, false, Some("a")),
            (ours(), KeepBoth, "new", What::KeepsBoth, true, None),
            (
                ours(),
                KeepBoth,
                "old",
                What::AlreadyThere,
                false,
                Some("a"),
            ),
            (
                theirs(),
                Replace,
                "new",
                What::ReplacesSomeoneElses,
                false,
                Some("a"),
            ),
            (theirs(), KeepBoth, "new", What::KeepsBoth, true, None),
            (two(), Replace, "new", What::TwoWithThisName, false, None),
            (two(), KeepBoth, "new", What::KeepsBoth, true, None),
            (two(), Replace, "old", What::AlreadyThere, false, None),
        ] {
            let mut desk = Desk::new(&["plan.pdf"], &[("S", on_page.clone())]);
            desk.section = Some("S");
            desk.same_name = same_name;
            desk.hashes = vec![Hash::Known(hash.into())];
            let row = desk.only();
            let id = row.replace_id.as_ref().map(FileReferenceId::as_str);
            assert_eq!(
                (row.what, row.ticked, id),
                (what, ticked, goes),
                "{on_page:?} {same_name:?} {hash}"
            );
        }
    }

    #[test]
    fn the_content_is_compared_only_where_it_can_be_the_same() {
        let mut desk = Desk::new(&["Les meg.txt", "SJA.docx", "ny.pdf"], &sections());
        desk.hashes = vec![Hash::Unknown; 3];
        desk.section = Some("Documents");
        let what: Vec<_> = desk.plan().into_iter().map(|row| row.what).collect();
        assert_eq!(what, [What::Checking, What::New, What::New]);
        desk.hashes[0] = Hash::Failed(Failure::new(FailureKind::FileUnreadable, "x", ""));
        assert_eq!(desk.plan()[0].what, What::Unreadable);
    }

    #[test]
    fn of_two_with_the_name_the_chosen_one_goes() {
        let two = vec![
            document("a", "Plan.pdf", true),
            document("b", "Plan.pdf", false),
        ];
        let mut desk = Desk::new(&["Plan.pdf"], &[("S", two)]);
        for (id, what) in [
            ("a", What::Replaces),
            ("b", What::ReplacesSomeoneElses),
            ("x", What::TwoWithThisName),
        ] {
            let choice = Choice {
                replace_id: Some(id.into()),
                ..Choice::default()
            };
            desk.choices.insert(0, choice);
            let row = desk.only();
            assert_eq!(row.what, what, "{id}");
            assert_eq!(row.on_page.len(), 2);
        }
    }

    #[test]
    fn a_hostile_name_is_refused_until_the_safe_one_is_used() {
        let mut desk = Desk::new(&["plan\u{7}\n.pdf"], &[("S", vec![])]);
        desk.section = Some("S");
        let row = desk.only();
        assert_eq!((row.what, row.ticked), (What::NameRefused, false));
        let safe = row.safe_name.unwrap();
        assert!(sendable(&safe), "{safe}");
        desk.choices.insert(
            0,
            Choice {
                use_safe_name: true,
                ..Choice::default()
            },
        );
        let row = desk.only();
        assert_eq!((row.what, row.name), (What::New, safe));
    }

    #[test]
    fn trouble_with_a_file_comes_before_everything_else() {
        let mut desk = Desk::new(&["a.pdf", "b.pdf", "c.pdf"], &[("S", vec![])]);
        desk.section = Some("S");
        desk.files[0].stamp = Err(Failure::new(FailureKind::FileVanished, "gone", ""));
        desk.files[1].fresh = true;
        let rows = desk.plan();
        let what: Vec<_> = rows.iter().map(|row| (row.what, row.ticked)).collect();
        assert_eq!(
            what,
            [
                (What::Unreadable, false),
                (What::StillBeingWritten, false),
                (What::New, true)
            ]
        );
        assert_eq!(
            rows[0].failure.as_ref().unwrap().kind,
            FailureKind::FileVanished
        );
    }

    #[test]
    fn of_two_files_with_one_name_the_first_goes() {
        let mut desk = Desk::new(&["a/Plan.pdf", "b/plan.PDF", "b/x.pdf"], &[("S", vec![])]);
        desk.section = Some("S");
        let what: Vec<_> = desk.plan().into_iter().map(|row| row.what).collect();
        assert_eq!(what, [What::New, What::SameNameTwice, What::New]);
    }

    #[test]
    fn without_a_project_there_is_nothing_to_choose_yet() {
        let mut desk = Desk::new(&["a.pdf"], &[]);
        desk.page = None;
        assert_eq!(desk.only().what, What::ChooseSection);
    }

    proptest! {
        #[test]
        fn no_plan_removes_what_somebody_else_sent_unasked(
            names in prop::collection::vec("[ab]{1,2}\\.pdf", 0..6),
            on_page in prop::collection::vec(("[ab]{1,2}\\.pdf", any::<bool>()), 0..6),
            keep_both in any::<bool>(),
            same in any::<bool>(),
        ) {
            let documents: Vec<_> = on_page.iter().enumerate()
                .map(|(n, (name, ours))| document(&n.to_string(), name, *ours))
                .collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let mut desk = Desk::new(&names, &[("S", documents.clone())]);
            desk.section = Some("S");
            if keep_both { desk.same_name = SameName::KeepBoth; }
            if same { desk.hashes.fill(Hash::Known("old".into())); }
            let rows = desk.plan();
            prop_assert_eq!(rows.len(), names.len());
            let mut going = BTreeSet::new();
            for row in &rows {
                let sent = action(row);
                prop_assert!(!row.ticked || sent.is_some(), "a ticked row can be sent: {:?}", row);
                if let (true, Some(Some(id))) = (row.ticked, sent) {
                    let old = documents.iter().find(|d| d.id == id).unwrap();
                    prop_assert_eq!(old.origin, Origin::ByHand);
                    prop_assert_eq!(name_key(&old.name), name_key(&row.name));
                    prop_assert!(going.insert(id), "no document is replaced twice");
                }
            }
        }
    }

    #[test]
    fn equal_drops_have_equal_plans() {
        let files = ["HA-300.pdf", "Riggplan Hoveveien.pdf", "x.pdf"];
        let started = SystemTime::now();
        let (one, two) = (
            Desk::new(&files, &sections()),
            Desk::new(&files, &sections()),
        );
        assert_eq!(one.plan(), two.plan(), "{started:?}");
    }
}
