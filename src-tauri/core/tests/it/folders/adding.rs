//! Making, listing, moving and removing mappings, and what is refused.

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{Deletes, MappingSelection, PausedUntil, Sections, Warning};

use super::{Office, project, reason};
use crate::test_env::SECTION;

#[tokio::test]
async fn a_mapping_is_listed_as_the_interface_says_and_found_by_id_and_folder() {
    let office = Office::new().await;
    let added = office.add().await;
    let listed = office.folders.list().await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&added.mapping));
    let json = serde_json::to_value(&listed[0]).unwrap();
    assert_eq!(json["project"], "P-2026-001");
    assert_eq!(json["workOrder"], serde_json::Value::Null);
    assert_eq!(json["section"], SECTION);
    assert_eq!(json["deletes"], "ask");
    assert_eq!(json["folder"], office.folder().to_str().unwrap());
    let by_id = office.folders.find(&added.mapping.id.0).await.unwrap();
    let by_folder = office.folders.find(json["folder"].as_str().unwrap()).await;
    assert_eq!(by_id, by_folder.unwrap());
    let nothing = office.folders.find("nothing").await.unwrap_err();
    assert_eq!(nothing.kind, FailureKind::NotFound);
}

#[tokio::test]
async fn places_that_cannot_be_are_refused_with_the_reason() {
    let office = Office::new().await;
    let home = dirs::home_dir().unwrap();
    for (folder, why) in [
        (std::path::Path::new("/"), "root"),
        (&home, "home"),
        (office.env.data.path(), "dataFolder"),
    ] {
        let new = office.new_mapping(folder);
        let failure = office.folders.add(new).await.unwrap_err();
        assert_eq!(reason(&failure), why, "{}", folder.display());
    }
    office.add().await;
    let inside = office.folder().join("inside");
    std::fs::create_dir(&inside).unwrap();
    let failure = office.folders.add(office.new_mapping(&inside)).await;
    assert_eq!(reason(&failure.unwrap_err()), "childOfMapping");
    let above = office.folder().parent().unwrap().to_owned();
    let failure = office.folders.add(office.new_mapping(&above)).await;
    assert_eq!(reason(&failure.unwrap_err()), "parentOfMapping");
    assert_eq!(office.folders.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn two_folders_into_one_section_are_allowed_and_said() {
    let office = Office::new().await;
    let first = office.add().await;
    let other = office.env.files.path().join("more");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("b.pdf"), "two").unwrap();
    let before = office.folders.preview(office.new_mapping(&other)).await;
    let second = office
        .folders
        .add(office.new_mapping(&other))
        .await
        .unwrap();
    assert!(
        matches!(&second.warnings[..], [Warning::SameSection { mapping, .. }] if *mapping == first.mapping.id)
    );
    assert_eq!(before.unwrap().same_section, [first.mapping.name()]);
}

#[tokio::test]
async fn a_project_that_is_not_there_is_not_found() {
    let office = Office::new().await;
    let mut new = office.new_mapping(&office.folder());
    new.target = project("0123456789abcdef01234567");
    let failure = office.folders.add(new).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotFound);
}

#[tokio::test]
async fn a_work_order_is_found_by_its_id_alone() {
    let office = Office::new().await;
    let project = office.env.target.project.clone();
    let client = &office.env.connection.client;
    let work_orders = client.work_orders().of_project(&project).await.unwrap();
    let work_order = &work_orders[0];
    office.save("a.pdf", "one");
    let mut new = office.new_mapping(&office.folder());
    new.target.project = fielddesk_model::ProjectId::new("");
    new.target.work_order = Some(work_order.id.clone());
    new.sections = Sections::One(None);
    let added = office.folders.add(new).await.unwrap();
    assert_eq!(added.mapping.place.project_number, "P-2026-001");
    assert_eq!(
        added.mapping.place.work_order_number,
        work_order.external_id
    );
    let json = serde_json::to_value(&added.mapping).unwrap();
    assert_eq!(json["workOrder"], work_order.id.as_str());
    assert_eq!(json["project"], serde_json::Value::Null);
    assert_eq!(office.run().await.tally.uploaded, 1);
    let again = office.run().await.tally;
    assert_eq!(
        (again.uploaded, again.adopted),
        (0, 0),
        "the default page is known by its name"
    );
}

#[tokio::test]
async fn settings_are_kept_over_a_restart() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office
        .folders
        .set_deletes(&id, Deletes::Propagate)
        .await
        .unwrap();
    let one = MappingSelection::One(id.clone());
    office
        .folders
        .pause(&one, Some(PausedUntil::GoOn))
        .await
        .unwrap();
    let again = super::open(&office.env, None).await;
    let mapping = again.find(&id.0).await.unwrap();
    assert_eq!(mapping.deletes, Deletes::Propagate);
    assert_eq!(mapping.paused, Some(PausedUntil::GoOn));
}

#[tokio::test]
async fn a_moved_folder_is_gone_on_with_and_nothing_is_sent_again() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("a.pdf", "one");
    assert_eq!(office.run().await.tally.uploaded, 1);
    let there = office.env.files.path().join("elsewhere");
    std::fs::rename(office.folder(), &there).unwrap();
    let moved = office.folders.move_to(&id, &there).await.unwrap();
    assert_eq!(moved.mapping.folder, there);
    let run = office.run().await;
    assert_eq!(run.stopped, [], "the new root is the one to be found");
    assert_eq!(
        (run.tally.uploaded, run.tally.replaced, run.decisions),
        (0, 0, 0)
    );
}

#[tokio::test]
async fn a_folder_with_none_of_the_files_is_not_taken_for_the_moved_one() {
    let (office, id) = Office::mirroring("a.pdf", "one").await;
    let other = office.env.files.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("private.pdf"), "two").unwrap();
    let refused = office.folders.move_to(&id, &other).await.unwrap_err();
    assert_eq!(reason(&refused), "fewOfItsFiles");
    let numbers = ["present", "agreed"].map(|name| refused.params[name].as_str());
    assert_eq!(numbers, ["0", "1"]);
    let kept = office.folders.find(&id.0).await.unwrap();
    assert_eq!(kept.folder, office.folder());
    assert_eq!(office.run().await.stopped, [], "its root is the one before");
    assert_eq!(office.page().await, super::pairs(&[("a.pdf", "one")]));
}

#[tokio::test]
async fn who_chooses_a_folder_around_or_in_the_moved_one_is_told_where_the_files_are() {
    let (office, id) = Office::mirroring("a.pdf", "one").await;
    let around = office.env.files.path().join("around");
    let moved = around.join("moved");
    std::fs::create_dir_all(moved.join("part")).unwrap();
    std::fs::rename(office.folder().join("a.pdf"), moved.join("a.pdf")).unwrap();
    for (chosen, why) in [(around, "filesBelow"), (moved.join("part"), "filesAbove")] {
        let refused = office.folders.move_to(&id, &chosen).await.unwrap_err();
        assert_eq!(reason(&refused), why);
        assert_eq!(refused.params["found"].as_str(), moved.to_str().unwrap());
    }
    office.folders.move_to(&id, &moved).await.unwrap();
}

#[tokio::test]
async fn files_that_are_not_in_the_moved_folder_are_deleted_only_after_a_question() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let set = office.folders.set_deletes(&id, Deletes::Propagate).await;
    assert_eq!(set.unwrap().deletes, Deletes::Propagate);
    let files = [("a.pdf", "one"), ("b.pdf", "two"), ("c.pdf", "three")];
    for (name, content) in files {
        office.save(name, content);
    }
    office.run().await;
    let copy = office.env.files.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    std::fs::copy(office.folder().join("a.pdf"), copy.join("a.pdf")).unwrap();
    std::fs::copy(office.folder().join("b.pdf"), copy.join("b.pdf")).unwrap();
    let refused = office.folders.move_to(&id, &copy).await.unwrap_err();
    assert_eq!(reason(&refused), "othersStayed", "c.pdf is where it was");
    office.remove("c.pdf");
    let moved = office.folders.move_to(&id, &copy).await.unwrap();
    assert_eq!(moved.warnings, [Warning::FilesMissing { missing: 1 }]);
    assert_eq!(moved.mapping.deletes, Deletes::Ask);
    let run = office.run().await;
    assert_eq!((run.tally.deleted, run.stopped), (0, vec![]));
    assert_eq!(office.page().await, super::pairs(&files));
}

#[tokio::test]
async fn removing_touches_no_file_on_either_side() {
    let (office, id) = Office::mirroring("a.pdf", "one").await;
    let removed = office.folders.remove(&id).await.unwrap();
    assert_eq!(removed.id, id);
    assert_eq!(office.folders.list().await.unwrap(), []);
    assert_eq!(office.read("a.pdf").as_deref(), Some("one"));
    assert_eq!(office.page().await, super::pairs(&[("a.pdf", "one")]));
    let again = office.folders.remove(&id).await.unwrap_err();
    assert_eq!(again.kind, FailureKind::NotFound);
}
