//! Pages of documents: listing, deleting with undo.

use fielddesk_core::FailureKind;
use fielddesk_core::documents::{DocumentState, Origin, Page, newest_by_hand, restore_to_project};
use serde_json::json;

use crate::test_env::{SECTION, TestEnv};

fn names(page: &Page) -> Vec<&str> {
    let sections = page
        .sections
        .iter()
        .filter(|section| section.section == SECTION);
    sections
        .flat_map(|section| &section.documents)
        .map(|document| document.name.as_str())
        .collect()
}

#[tokio::test]
async fn a_page_shows_who_sent_what_and_is_there_at_once_the_next_time() {
    let env = TestEnv::new().await;
    env.put("Plan.pdf", b"1234").await;
    let documents = env.documents().await;
    let page = documents.list(&env.target, false).await.unwrap();
    assert!(!page.cached, "nothing was known");
    let all: Vec<_> = page
        .sections
        .iter()
        .flat_map(|section| &section.documents)
        .collect();
    let ours = all
        .iter()
        .find(|document| document.name == "Plan.pdf")
        .unwrap();
    assert_eq!(
        (ours.size, ours.origin, ours.state),
        (Some(4), Origin::ByHand, DocumentState::Listed)
    );
    assert!(ours.sent_at.is_some() && ours.sha256.is_some());
    let seeded = all
        .iter()
        .find(|document| document.origin == Origin::SomeoneElse)
        .unwrap();
    assert_eq!((seeded.size, seeded.state), (None, DocumentState::Listed));
    let before = env.requests("GET").await;
    let again = env
        .documents()
        .await
        .list(&env.target, false)
        .await
        .unwrap();
    assert_eq!(env.requests("GET").await, before);
    assert!(again.cached && again.sections == page.sections);
}

#[tokio::test]
async fn a_document_newer_than_the_remembered_page_is_found() {
    let env = TestEnv::new().await;
    env.put("Plan.pdf", b"one").await;
    let documents = env.documents().await;
    let known = documents.list(&env.target, true).await.unwrap();
    let of = |page: &Page| {
        let all = page.sections.iter().flat_map(|one| &one.documents);
        let ids: Vec<_> = all.map(|document| document.id.clone()).collect();
        ids
    };
    let page = documents.list_with(&env.target, &of(&known)).await.unwrap();
    assert!(page.cached, "nothing to ask for");
    // By a colleague: this computer does not list it.
    let newer = env.put("Nyere.pdf", b"two").await;
    let page = documents
        .list_with(&env.target, std::slice::from_ref(&newer))
        .await
        .unwrap();
    assert!(!page.cached && of(&page).contains(&newer));
}

#[tokio::test]
async fn two_documents_of_one_name_need_a_decision() {
    let env = TestEnv::new().await;
    env.put("Plan.pdf", b"one").await;
    env.put("PLAN.pdf", b"two").await;
    let page = env.documents().await.list(&env.target, true).await.unwrap();
    let section = page
        .sections
        .iter()
        .find(|section| section.section == SECTION)
        .unwrap();
    assert_eq!(section.documents.len(), 2);
    assert!(
        section
            .documents
            .iter()
            .all(|document| document.state == DocumentState::NeedsDecision)
    );
}

#[tokio::test]
async fn an_empty_listing_where_there_were_documents_is_said_once() {
    let env = TestEnv::new().await;
    env.put("Plan.pdf", b"x").await;
    let documents = env.documents().await;
    let count: usize = {
        let page = documents.list(&env.target, true).await.unwrap();
        page.sections
            .iter()
            .map(|section| section.documents.len())
            .sum()
    };
    env.fault("GET", 2, json!({"status": 200, "body": []}))
        .await;
    let empty = documents.list(&env.target, true).await.unwrap();
    assert_eq!(empty.previous_count, Some(count as u64));
    let again = documents.list(&env.target, true).await.unwrap();
    assert_eq!(again.previous_count, None, "twice empty is believed");
    assert_eq!(
        names(&documents.list(&env.target, true).await.unwrap()),
        ["Plan.pdf"]
    );
}

#[tokio::test]
async fn a_delete_can_be_taken_back_until_it_is_finished() {
    let env = TestEnv::new().await;
    let id = env.put("Plan.pdf", b"precious").await;
    let documents = env.documents().await;
    documents.list(&env.target, true).await.unwrap();
    let pending = documents
        .delete(&env.target, std::slice::from_ref(&id))
        .await;
    assert_eq!(
        (pending.deleted.as_slice(), pending.refused.len()),
        ([id.clone()].as_slice(), 0)
    );
    assert!(
        names(&documents.list(&env.target, true).await.unwrap()).is_empty(),
        "it is hidden"
    );
    assert_eq!(env.requests("DELETE").await, 0, "and nothing was sent");
    assert_eq!(
        documents.undo_delete(pending.undo_id.as_deref().unwrap()),
        1
    );
    assert_eq!(
        names(&documents.list(&env.target, true).await.unwrap()),
        ["Plan.pdf"]
    );
    let pending = documents
        .delete(&env.target, std::slice::from_ref(&id))
        .await;
    let undo_id = pending.undo_id.unwrap();
    assert_eq!(documents.finish_delete(&undo_id).await.unwrap(), []);
    assert!(env.on_page().await.is_empty());
    let kept = env.history.versions().await.unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!((kept[0].bytes, kept[0].name.as_str()), (8, "Plan.pdf"));
    assert_eq!((&kept[0].document, &kept[0].mapping), (&Some(id), &None));
    let deleted = env.history.deleted_by_hand(&kept[0].connection).await;
    assert_eq!(deleted.unwrap(), kept, "the activity tells of it");
    assert!(
        env.history
            .removed()
            .await
            .unwrap()
            .contains(&kept[0].version)
    );
    let others = env.history.deleted_by_hand("another connection").await;
    assert_eq!(others.unwrap(), []);
    assert_eq!(documents.undo_delete(&undo_id), 0);
}

#[tokio::test]
async fn a_version_that_is_restored_was_uploaded_from_here() {
    let env = TestEnv::new().await;
    let id = env.put("Plan.pdf", b"precious").await;
    let documents = env.documents().await;
    documents.list(&env.target, true).await.unwrap();
    let first = id.clone();
    let pending = documents.delete(&env.target, &[id]).await;
    let undo_id = pending.undo_id.unwrap();
    documents.finish_delete(&undo_id).await.unwrap();
    let kept = env.history.versions().await.unwrap();
    let context = env.document_context();
    let restored = restore_to_project(&context, &[], kept[0].version);
    restored.await.unwrap();
    let page = documents.list(&env.target, true).await.unwrap();
    let mut all = page.sections.iter().flat_map(|section| &section.documents);
    let document = all.find(|document| document.name == "Plan.pdf").unwrap();
    assert_eq!((document.origin, document.size), (Origin::ByHand, Some(8)));
    assert!(document.sent_at.is_some());
    let profile = &context.connection.profile.id;
    let uploaded = newest_by_hand(context.database, profile, 10).await.unwrap();
    // What is gone by now was uploaded all the same.
    assert!(uploaded.iter().any(|one| one.id == first));
    for one in uploaded {
        assert_eq!(one.restored, one.id == document.id, "{one:?}");
    }
}

#[tokio::test]
async fn a_document_whose_bytes_cannot_be_kept_is_not_deleted() {
    let env = TestEnv::new().await;
    let first = env.put("a.pdf", b"a").await;
    let second = env.put("b.pdf", b"b").await;
    let documents = env.documents().await;
    env.fault(
        "GET",
        1,
        json!({"status": 400, "body": {"error": "No", "message": "No."}}),
    )
    .await;
    let one = documents
        .delete(&env.target, std::slice::from_ref(&first))
        .await;
    assert_eq!(one.undo_id, None);
    assert_eq!(one.refused[0].failure.kind, FailureKind::Refused);
    assert!(
        one.refused[0].failure.message.starts_with("Not deleted"),
        "{:?}",
        one.refused
    );
    let other = documents.delete(&env.target, &[second]).await;
    assert!(other.refused.is_empty());
    documents.finish_all_deletes().await;
    assert_eq!(env.names().await, ["a.pdf"]);
}
