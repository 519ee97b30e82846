//! Uploads to projects since a moment, and the documents among them that synced folders keep.

use chrono::{TimeDelta, Utc};
use fielddesk_core::overview::uploads_by_target;

use crate::folders::Office;

#[tokio::test]
async fn documents_by_hand_and_from_folders_count_once_for_each_name() {
    let office = Office::new().await;
    let env = &office.env;
    let began = Utc::now() - TimeDelta::minutes(1);
    office.add().await;
    office.save("a.pdf", "one");
    office.save("b.pdf", "two");
    office.run().await;
    office.save("a.pdf", "one, changed");
    assert_eq!(office.run().await.tally.replaced, 1);
    env.put("by hand.pdf", b"three").await;
    let profile = &env.connection.profile.id;
    let end = Utc::now() + TimeDelta::minutes(1);
    let of = |from| uploads_by_target(&env.database, profile, &office.folders, (from, end));

    let pages = of(began).await.unwrap();
    let counts: Vec<_> = pages
        .iter()
        .map(|page| (&page.target, page.documents))
        .collect();
    assert_eq!(counts, [(&env.target, 3)]);
    assert!(pages[0].last_at > began);
    // What was sent before midnight is none of today's.
    assert_eq!(
        of(pages[0].last_at + TimeDelta::seconds(1)).await.unwrap(),
        []
    );
}

#[tokio::test]
async fn what_folders_keep_is_known_before_its_page_is_shown() {
    let office = Office::new().await;
    office.add().await;
    office.save("a.pdf", "one");
    office.run().await;
    let profile = office.env.connection.profile.id.as_str();
    let kept = office.folders.kept_documents(profile).await.unwrap();
    let names: Vec<_> = kept
        .iter()
        .map(|file| (&file.target, file.name.as_str()))
        .collect();
    assert_eq!(names, [(&office.env.target, "a.pdf")]);
    let others = office.folders.kept_documents("another connection").await;
    assert_eq!(others.unwrap(), []);
}
