//! Documents that are removed: their objects stay for as long as history is kept.

use super::Desk;

/// A day longer than history is kept.
const LONG_AGO_MS: i64 = 31 * 24 * 60 * 60 * 1000;

#[tokio::test]
async fn objects_of_removed_documents_are_noted_and_swept_after_thirty_days() {
    let mut desk = Desk::start().await;
    let seeded = desk.server.ids().await;
    let ids = desk.upload(&[("a", b"1"), ("b", b"2"), ("c", b"3")]).await;
    desk.delete(&ids[0]).await;
    let replacing = desk.upload(&[("b", b"4"), ("d", b"5"), ("d", b"6")]).await;
    assert_eq!(replacing.len(), 2, "the last of two parts with one name");
    let noted = desk.unnamed().await;
    assert_eq!(noted.len(), 3);
    assert!(noted.iter().all(|(_, why)| why == "removed"), "{noted:?}");
    for id in &ids[..2] {
        assert!(noted.iter().any(|(noted, _)| noted == id));
        assert_eq!(desk.get(id).await.status(), 404);
    }
    assert_eq!(
        desk.server.ids().await.len(),
        seeded.len() + 6,
        "all are kept"
    );

    // The first, and a document that is named again, as in a database that was put back.
    for id in [&ids[0], &ids[2]] {
        let note = format!(
            "INSERT INTO unnamed_objects (id, since, why) VALUES ('{id}', 0, 'found') \
             ON CONFLICT (id) DO UPDATE SET since = unnamed_objects.since - {LONG_AGO_MS}"
        );
        desk.sql(&note).await;
    }
    desk.kill_and_start().await;
    while desk.server.ids().await.contains(&ids[0]) {}
    assert_eq!(
        desk.server.ids().await.len(),
        seeded.len() + 5,
        "and nothing else"
    );
    assert_eq!(desk.content(&ids[2]).await, b"3");
}

#[tokio::test]
async fn a_removal_is_noted_with_its_commit() {
    let mut desk = Desk::start().await;
    let ids = desk.upload(&[("a", b"1")]).await;
    desk.delete(&ids[0]).await;
    desk.kill_and_start().await;
    let noted = desk.unnamed().await;
    assert_eq!(noted, [(ids[0].clone(), "removed".to_owned())]);
}
