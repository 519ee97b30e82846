//! The decide table written out, and properties.

mod newer;
mod replacing;
mod size;
mod suggest;

use std::time::SystemTime;

use fielddesk_rules::name_key::{NameKey, SectionKey};

use super::*;
use crate::FailureKind;
use crate::content::stat_file;
use crate::documents::{DocumentState, Section, Target};
use crate::folders::{FolderRef, MappingId};
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
        outer: folders.len().min(1),
        folders,
        stamp: Ok(stat_file(temporary.path()).unwrap()),
        fresh: false,
    }
}

fn document(id: &str, name: &str, ours: bool) -> Document {
    Document {
        id: id.into(),
        name: name.into(),
        name_key: NameKey::of(name),
        shown_name: name.into(),
        size: ours.then_some(7),
        sha256: ours.then(|| "old".to_owned()),
        sent_at: ours.then_some(DateTime::<Utc>::UNIX_EPOCH),
        saved_at: None,
        origin: if ours {
            Origin::ByHand
        } else {
            Origin::SomeoneElse
        },
        state: DocumentState::Listed,
        folder: None,
        asked_by: None,
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
        refused_size: None,
        synced: std::collections::HashMap::new(),
        on_the_way: BTreeMap::new(),
    }
}

struct TestEnv {
    files: Vec<Found>,
    hashes: Vec<Hash>,
    page: Option<Page>,
    section: Option<&'static str>,
    subfolders_as_sections: bool,
    same_name: SameName,
    choices: BTreeMap<u32, Choice>,
}

impl TestEnv {
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
            default_section: self.page.as_ref().map(|_| "Documents"),
            section: self.section,
            subfolders_as_sections: self.subfolders_as_sections,
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
        let mut env = TestEnv::new(&["plan.pdf"], &[("S", on_page.clone())]);
        env.section = Some("S");
        env.same_name = same_name;
        env.hashes = vec![Hash::Known(hash.into())];
        let row = env.only();
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
    let mut env = TestEnv::new(&["Les meg.txt", "SJA.docx", "ny.pdf"], &sections());
    env.hashes = vec![Hash::Unknown; 3];
    env.section = Some("Documents");
    let what: Vec<_> = env.plan().into_iter().map(|row| row.what).collect();
    assert_eq!(what, [What::Checking, What::New, What::New]);
    env.hashes[0] = Hash::Failed(Failure::new(FailureKind::FileUnreadable, "x", ""));
    assert_eq!(env.plan()[0].what, What::Unreadable);
}

#[test]
fn a_hostile_name_is_refused_until_the_safe_one_is_used() {
    let mut env = TestEnv::new(&["plan\u{7}\n.pdf"], &[("S", vec![])]);
    env.section = Some("S");
    let row = env.only();
    assert_eq!((row.what, row.ticked), (What::NameRefused, false));
    assert_eq!(row.name_problem, Some(NameProblem::ControlCharacters));
    let safe = row.safe_name.unwrap();
    env.choices.insert(
        0,
        Choice {
            use_safe_name: true,
            ..Choice::default()
        },
    );
    let row = env.only();
    assert_eq!((row.what, row.name), (What::New, safe));
}

#[test]
fn a_name_that_windows_cannot_store_goes_and_says_what_it_becomes_there() {
    let names = ["CON.pdf", "a:b?.pdf", "HA-101.pdf"];
    let mut env = TestEnv::new(&names, &[("S", vec![])]);
    env.section = Some("S");
    let rows = env.plan();
    let on_windows: Vec<_> = rows.iter().map(|row| row.safe_name.as_deref()).collect();
    assert_eq!(on_windows, [Some("CON_.pdf"), Some("a_b_.pdf"), None]);
    for (row, name) in rows.iter().zip(names) {
        assert_eq!((row.what, row.name.as_str()), (What::New, name));
        assert!(row.ticked && row.name_problem.is_none());
    }
}

#[test]
fn trouble_with_a_file_comes_before_everything_else() {
    let mut env = TestEnv::new(&["a.pdf", "b.pdf", "c.pdf"], &[("S", vec![])]);
    env.section = Some("S");
    env.files[0].stamp = Err(Failure::new(FailureKind::FileVanished, "gone", ""));
    env.files[1].fresh = true;
    let rows = env.plan();
    let what: Vec<_> = rows.iter().map(|row| (row.what, row.ticked)).collect();
    assert_eq!(
        what,
        [
            (What::Unreadable, false),
            (What::New, true),
            (What::New, true)
        ]
    );
    let saving: Vec<_> = rows.iter().map(|row| row.still_saving).collect();
    assert_eq!(saving, [false, true, false]);
    assert_eq!(
        rows[0].failure.as_ref().unwrap().kind,
        FailureKind::FileVanished
    );
}

#[test]
fn a_file_that_is_still_being_saved_asks_what_every_file_asks() {
    let ours = document("1", "b.pdf", true);
    let mut env = TestEnv::new(&["a.pdf", "b.pdf"], &[("S", vec![ours]), ("T", vec![])]);
    for file in &mut env.files {
        file.fresh = true;
    }
    env.hashes.fill(Hash::Known("old".into()));
    let what: Vec<_> = env.plan().into_iter().map(|row| row.what).collect();
    assert_eq!(
        what,
        [What::ChooseSection, What::Replaces],
        "a section is missing whether or not it is saved; its content is compared afterwards"
    );
}

#[test]
fn a_section_that_a_synced_folder_keeps_says_so_and_is_not_replaced_unasked() {
    let mut synced = document("1", "a.pdf", false);
    synced.origin = Origin::SyncedFolder;
    let mut env = TestEnv::new(&["a.pdf", "b.pdf"], &[("VA", vec![synced])]);
    let folder = FolderRef {
        id: MappingId("va".into()),
        name: "Tegninger VA".into(),
    };
    env.page.as_mut().unwrap().synced = [(SectionKey::of("va"), folder.clone())].into();
    env.section = Some(" va ");
    env.hashes.fill(Hash::Known("new".into()));
    let rows = env.plan();
    let what: Vec<_> = rows.iter().map(|row| (row.what, row.ticked)).collect();
    assert_eq!(what, [(What::Replaces, false), (What::New, true)]);
    assert!(
        rows.iter()
            .all(|row| row.synced_folder.as_ref() == Some(&folder))
    );
}

#[test]
fn a_file_that_waits_in_the_queue_is_not_proposed_until_it_is_another_one() {
    for (size, what, ticked) in [(7, What::BeingUploaded, false), (8, What::New, true)] {
        let mut env = TestEnv::new(&["Plan.pdf"], &[("S", vec![])]);
        let sent = (FileKey::of("s", "PLAN.pdf"), size);
        env.page.as_mut().unwrap().on_the_way = [sent].into();
        let row = env.only();
        assert_eq!((row.what, row.ticked), (what, ticked), "{size}");
        assert_eq!(
            action(&row),
            Some(None),
            "the person can send it all the same"
        );
    }
}

#[test]
fn of_two_files_with_one_name_the_first_goes() {
    let mut env = TestEnv::new(&["a/Plan.pdf", "b/plan.PDF", "b/x.pdf"], &[("S", vec![])]);
    env.section = Some("S");
    let what: Vec<_> = env.plan().into_iter().map(|row| row.what).collect();
    assert_eq!(what, [What::New, What::SameNameTwice, What::New]);
}

#[test]
fn without_a_project_there_is_nothing_to_choose_yet() {
    let mut env = TestEnv::new(&["a.pdf"], &[]);
    env.page = None;
    assert_eq!(env.only().what, What::ChooseSection);
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
        let mut env = TestEnv::new(&names, &[("S", documents.clone())]);
        env.section = Some("S");
        if keep_both { env.same_name = SameName::KeepBoth; }
        if same { env.hashes.fill(Hash::Known("old".into())); }
        let rows = env.plan();
        prop_assert_eq!(rows.len(), names.len());
        let mut going = BTreeSet::new();
        for row in &rows {
            let sent = action(row);
            prop_assert!(!row.ticked || sent.is_some(), "a ticked row can be sent: {:?}", row);
            if let (true, Some(Some(id))) = (row.ticked, sent) {
                let old = documents.iter().find(|d| d.id == id).unwrap();
                prop_assert_eq!(old.origin, Origin::ByHand);
                prop_assert_eq!(NameKey::of(&old.name), NameKey::of(&row.name));
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
        TestEnv::new(&files, &sections()),
        TestEnv::new(&files, &sections()),
    );
    // The files of the two were written one after the other.
    let plan = |env: TestEnv| -> Vec<PlanRow> {
        let rows = env.plan().into_iter();
        rows.map(|row| PlanRow {
            modified: None,
            ..row
        })
        .collect()
    };
    assert_eq!(plan(one), plan(two), "{started:?}");
}
