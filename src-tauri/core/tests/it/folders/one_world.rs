//! Synced folders as screens of two connections see them: what goes through one is neither listed nor changed in the
//! other.

use std::pin::Pin;

use fielddesk_core::folders::{
    ChangedChoice, DeletedChoice, Deletes, Folders, Keep, MappingId, MappingSelection, PausedUntil,
    Resolution, VersionId,
};
use fielddesk_core::profiles::{Profile, ProfileId, Profiles};
use fielddesk_core::shown_for::ShownFor;
use fielddesk_core::{Failure, FailureKind};

use super::Office;
use super::pausing::add_other;
use crate::test_env::SECTION;

/// Stores the office's connection as *Production* and one beside it as *Test*.
fn two_connections(office: &Office) -> ProfileId {
    let profiles = Profiles::open(&office.env.data);
    let used = office.env.connection.profile.clone();
    let production = Profile {
        name: "Production".to_owned(),
        ..used.clone()
    };
    profiles.put(production).unwrap();
    let test = Profile {
        id: ProfileId::new(),
        name: "Test".to_owned(),
        ..used
    };
    profiles.put(test).unwrap().id
}

fn of(office: &Office, connection: &ProfileId) -> Folders {
    office.folders.shown_for(ShownFor(Some(connection.clone())))
}

fn is_refused(what: &str, outcome: Result<(), Failure>) {
    let Err(failure) = outcome else {
        panic!("{what} was done")
    };
    assert_eq!(failure.kind, FailureKind::Conflict, "{what}: {failure}");
    assert_eq!(failure.params["shownFor"], "Test", "{what}");
    assert_eq!(failure.params["connection"], "Production", "{what}");
}

type Asked<'a> = Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>>;

/// Every act on a folder, asked by its id, and a restore of its version.
fn acts<'a>(
    folders: &'a Folders,
    office: &'a Office,
    id: &'a MappingId,
    version: VersionId,
) -> Vec<(&'static str, Asked<'a>)> {
    let file = office.env.write("theirs.pdf", "theirs");
    let one = MappingSelection::One(id.clone());
    let names = vec![(SECTION.to_owned(), "a.pdf".to_owned())];
    let new = office.new_mapping(&office.folder());
    let resolution = Resolution::of(Keep::Local);
    let (gone, damaged) = (names.clone(), names);
    vec![
        (
            "remove",
            Box::pin(async { folders.remove(id).await.map(drop) }),
        ),
        (
            "move",
            Box::pin(async { folders.move_to(id, office.env.files.path()).await.map(drop) }),
        ),
        (
            "deletes",
            Box::pin(async { folders.set_deletes(id, Deletes::Propagate).await.map(drop) }),
        ),
        (
            "retarget",
            Box::pin(async { folders.retarget(id, new).await.map(drop) }),
        ),
        (
            "pause",
            Box::pin(async move { folders.pause(&one, Some(PausedUntil::GoOn)).await }),
        ),
        (
            "resolve",
            Box::pin(async {
                folders
                    .resolve(id, "a.pdf", None, resolution)
                    .await
                    .map(drop)
            }),
        ),
        (
            "resolve all",
            Box::pin(async { folders.resolve_all(id, None, Keep::Local).await.map(drop) }),
        ),
        (
            "gone",
            Box::pin(async move {
                folders
                    .decide_gone(id, &gone, DeletedChoice::Remove)
                    .await
                    .map(drop)
            }),
        ),
        (
            "damaged",
            Box::pin(async move {
                folders
                    .decide_damaged(id, &damaged, ChangedChoice::Upload)
                    .await
                    .map(drop)
            }),
        ),
        (
            "as it is",
            Box::pin(async { folders.upload_as_it_is(id, SECTION, "a.pdf").await }),
        ),
        (
            "put",
            Box::pin(async move { folders.put(id, SECTION, "b.pdf", &file).await.map(drop) }),
        ),
        (
            "restore",
            Box::pin(async move { folders.restore(version, None).await.map(drop) }),
        ),
    ]
}

#[tokio::test]
async fn no_act_from_test_changes_a_folder_of_production() {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    let test = two_connections(&office);
    office.save("a.pdf", "second, longer");
    office.run().await;
    let version = office.folders.history(Some(&id)).await.unwrap()[0].version;
    let before = (office.folders.list().await.unwrap(), office.page().await);
    let from_test = of(&office, &test);

    for (what, act) in acts(&from_test, &office, &id, version) {
        is_refused(what, act.await);
    }
    let new = office.new_mapping(&office.folder());
    is_refused("add", from_test.add(new).await.map(drop));
    let all = MappingSelection::All;
    from_test
        .pause(&all, Some(PausedUntil::GoOn))
        .await
        .unwrap();

    office.run().await;
    let after = (office.folders.list().await.unwrap(), office.page().await);
    assert_eq!(after, before);
    assert_eq!(office.read("a.pdf").as_deref(), Some("second, longer"));
}

#[tokio::test]
async fn a_screen_restores_and_lists_what_goes_through_its_connection() {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    let test = two_connections(&office);
    office.save("a.pdf", "second, longer");
    office.run().await;
    let version = office.folders.history(Some(&id)).await.unwrap()[0].version;
    let production = of(&office, &office.env.connection.profile.id);

    production.restore(version, None).await.unwrap();
    assert_eq!(office.read("a.pdf").as_deref(), Some("first"));
    assert_eq!(production.list().await.unwrap().len(), 1);
    assert!(of(&office, &test).list().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_pause_of_all_on_a_screen_is_one_of_the_folders_of_its_connection() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let other = add_other(&office).await;
    let test = two_connections(&office);
    let production = of(&office, &office.env.connection.profile.id);
    let all = MappingSelection::All;
    let paused = || async {
        let listed = office.folders.list().await.unwrap();
        let of = |id: &MappingId| listed.iter().find(|one| one.id == *id).unwrap().paused;
        (of(&id), of(&other))
    };
    let held = Some(PausedUntil::GoOn);

    production.pause(&all, held).await.unwrap();
    assert_eq!(paused().await, (held, held));
    of(&office, &test).pause(&all, None).await.unwrap();
    assert_eq!(paused().await, (held, held));
    production.pause(&all, None).await.unwrap();
    assert_eq!(paused().await, (None, None));

    // Everything was paused in the tray: a resume on a screen leaves those of others paused.
    office.folders.pause(&all, held).await.unwrap();
    of(&office, &test).pause(&all, None).await.unwrap();
    assert_eq!(paused().await, (held, held));
}

#[tokio::test]
async fn a_folder_whose_connection_was_removed_is_on_every_screen_and_can_be_stopped() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let test = two_connections(&office);
    Profiles::open(&office.env.data)
        .remove("Production")
        .unwrap();
    let from_test = of(&office, &test);

    assert_eq!(from_test.list().await.unwrap().len(), 1);
    from_test.remove(&id).await.unwrap();
    assert!(office.folders.list().await.unwrap().is_empty());
}
