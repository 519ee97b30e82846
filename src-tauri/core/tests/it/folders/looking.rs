//! Looking at a folder's files part by part, and at what rules would change.

use std::collections::BTreeMap;

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{FileFilter, FoldersSettings, State};

use super::Office;
use crate::test_env::SECTION;

/// `a.pdf` and `b.pdf` are in step, `c.pdf` differs from a colleague's, `d.pdf` was removed here.
async fn some_of_each(office: &Office) -> fielddesk_core::folders::MappingId {
    let id = office.add().await.mapping.id;
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        office.save(name, name);
    }
    office.run().await;
    office.colleague_replaces("c.pdf", "theirs").await;
    office.save("c.pdf", "ours, changed");
    office.remove("d.pdf");
    office.run().await;
    id
}

#[tokio::test]
async fn a_page_of_files_is_worst_first_counted_and_found_by_part_of_a_name() {
    let office = Office::new().await;
    let id = some_of_each(&office).await;
    let all = office.folders.files(&id).await.unwrap();
    let page = |filter: FileFilter, offset, limit| {
        let (folders, id) = (office.folders.clone(), id.clone());
        async move { folders.page(&id, &filter, offset, limit).await.unwrap() }
    };
    let first = page(FileFilter::default(), 0, 2).await;
    let names = |files: &[fielddesk_core::folders::FileView]| -> Vec<String> {
        files.iter().map(|file| file.name.clone()).collect()
    };
    assert_eq!(names(&first.files), ["c.pdf", "d.pdf"], "worst first");
    assert_eq!(first.total, 4);
    let counts = BTreeMap::from([(State::NeedsDecision, 2), (State::InStep, 2)]);
    assert_eq!(first.counts, counts);
    let second = page(FileFilter::default(), 2, 2).await;
    assert_eq!(names(&second.files), ["a.pdf", "b.pdf"]);
    let mut both = [first.files, second.files].concat();
    both.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(both, all, "the parts are what every file is");
    let only = FileFilter {
        search: "B.PD".into(),
        states: vec![State::InStep],
        not_uploaded: false,
    };
    let found = page(only, 0, 9).await;
    assert_eq!(
        (names(&found.files), found.total),
        (vec!["b.pdf".to_owned()], 1)
    );
    let named = [(SECTION.to_owned(), "c.pdf".to_owned())];
    let named = office.folders.files_named(&id, &named).await.unwrap();
    assert_eq!(named, [all[2].clone()]);
    let gone = office.folders.gone(&id).await.unwrap();
    assert_eq!((names(&gone.files), gone.of), (vec!["d.pdf".to_owned()], 4));
}

#[tokio::test]
async fn more_files_in_left_out_subfolders_than_beside_them_are_counted_nowhere() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    for name in ["a.pdf", "Old/b.pdf", "Old/c.pdf", "Other/d.pdf"] {
        office.save(name, name);
    }
    assert_eq!(office.run().await.tally.uploaded, 1);
    let page = office.folders.page(&id, &FileFilter::default(), 0, 9).await;
    assert_eq!(page.unwrap().total, 1);
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    let one = |view: &fielddesk_core::folders::FoldersView| {
        view.mappings.first().is_some_and(|folder| {
            folder.state == State::InStep && (folder.files, folder.listed) == (1, 1)
        })
    };
    view.wait_for(one).await.unwrap();
    office.folders.stop().await;
}

#[tokio::test]
async fn a_file_that_is_missing_is_not_among_those_that_are_not_uploaded() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    for name in ["a.pdf", "b.pdf"] {
        office.save(name, name);
    }
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    let in_step = |view: &fielddesk_core::folders::FoldersView| {
        let folder = view.mappings.first();
        folder.is_some_and(|folder| folder.state == State::InStep && folder.files == 2)
    };
    view.wait_for(in_step).await.unwrap();
    office.remove("b.pdf");
    let missing = |view: &fielddesk_core::folders::FoldersView| {
        let folder = view.mappings.first();
        folder.is_some_and(|folder| (folder.waiting, folder.not_uploaded) == (1, 0))
    };
    view.wait_for(missing).await.unwrap();
    let not_uploaded = FileFilter {
        not_uploaded: true,
        ..FileFilter::default()
    };
    let page = office.folders.page(&id, &not_uploaded, 0, 9).await.unwrap();
    assert_eq!((page.total, page.counts[&State::Waiting]), (0, 1));
    office.folders.stop().await;
}

#[tokio::test]
async fn rules_are_tried_without_being_in_force() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    for name in ["a.pdf", "a.txt", "b.txt"] {
        office.save(name, name);
    }
    let rules = |lines: &[&str]| -> Vec<String> { lines.iter().map(|&one| one.into()).collect() };
    let tried = office.folders.try_rules(&rules(&["*.TXT"])).await.unwrap();
    let change = tried[0].change.clone().unwrap();
    assert_eq!(change.hides, ["a.txt", "b.txt"]);
    assert_eq!((change.hides_total, change.shows_total), (2, 0));
    assert_eq!(office.run().await.tally.uploaded, 3, "nothing is in force");
    let settings = FoldersSettings {
        rules: rules(&["*.txt"]),
        ..FoldersSettings::default()
    };
    office.folders.set_settings(settings).await.unwrap();
    assert_eq!(office.folders.files(&id).await.unwrap().len(), 1);
    let tried = office.folders.try_rules(&rules(&["b.txt"])).await.unwrap();
    let change = tried[0].change.clone().unwrap();
    assert_eq!((change.hides_total, change.shows), (0, rules(&["a.txt"])));
    let bad = office
        .folders
        .try_rules(&rules(&["x[z-a]"]))
        .await
        .unwrap_err();
    assert_eq!(bad.kind, FailureKind::Usage);
    assert_eq!(bad.params["rule"], "x[z-a]");
}
