//! Documents of a synced folder, and files that are put into it instead of being uploaded.

use fielddesk_core::documents::Origin;
use fielddesk_core::drop_plan::{DropSource, Place, Plans, What};
use fielddesk_core::folders::{Ending, FromSide};

use super::{Office, pairs};
use crate::test_env::SECTION;

#[tokio::test]
async fn a_dropped_file_goes_into_the_folder_that_keeps_its_section_and_is_mirrored_from_there() {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    let documents = office.env.documents().await;
    let documents = documents.with_folders(office.folders.clone());
    let page = documents.list(&office.env.target, true).await.unwrap();
    let mut all = page.sections.iter().flat_map(|section| &section.documents);
    let ours = all.find(|document| document.name == "a.pdf").unwrap();
    assert_eq!(
        (ours.origin, ours.size),
        (Origin::SyncedFolder, Some(5)),
        "the service tells no size; the folder knows it"
    );
    assert_eq!(ours.folder.as_ref().unwrap().id, id);

    let dropped = office.env.files.path().join("a.pdf");
    std::fs::write(&dropped, "second one").unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    let file = std::fs::File::options().write(true).open(&dropped);
    file.unwrap().set_modified(old).unwrap();
    let plans = Plans::new();
    let drop = plans.begin(vec![dropped], DropSource::Drop);
    let drop = drop.borrow().id.clone();
    let place = Place {
        target: office.env.target.clone(),
        project_number: "P-2026-001".into(),
        title: "Hoveveien".into(),
        default_section: "Documents".into(),
    };
    let plan = plans.plan(Some(&documents), &drop, Some(place), Some(SECTION.into()));
    let plan = plan.await.unwrap();
    let row = &plan.rows[0];
    assert_eq!((row.what, row.ticked), (What::Replaces, false));
    assert_eq!(row.synced_folder.as_ref().unwrap().id, id);
    let put = plans.put_into_folders(&office.folders, &plan.plan_id, &[0]);
    let (left, failures) = put.await.unwrap();
    assert!(left.rows.is_empty() && failures.is_empty(), "{failures:?}");
    assert_eq!(office.read("a.pdf").as_deref(), Some("second one"));
    let kept = office.folders.history(Some(&id)).await.unwrap();
    assert_eq!((kept[0].from, kept[0].bytes), (FromSide::Local, 5));

    let run = office.run().await;
    assert_eq!((run.tally.conflicts, run.ending()), (0, Ending::Done));
    assert_eq!(office.page().await, pairs(&[("a.pdf", "second one")]));
}
