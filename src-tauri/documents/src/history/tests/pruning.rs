//! The time that versions are kept.

use super::*;

#[tokio::test]
async fn thirty_days_count_from_the_confirmed_removal() {
    let env = TestEnv::new().await;
    env.store.prune().await.unwrap();
    let kept = env.keep("a", "old plan").await;
    env.days(29).await;
    // The removal finds the bytes where they are, and is confirmed.
    let found = env.folder_m1().of_document(&"a".into()).await.unwrap();
    assert_eq!(found, Some(kept.clone()));
    env.folder_m1()
        .removed(kept.version, RemovalReason::Replaced, None)
        .await
        .unwrap();
    env.days(29).await;
    assert_eq!(env.content(&kept).await.unwrap(), b"old plan", "day 58");
    env.days(1).await;
    assert_eq!(env.numbers().await, [kept.version.0], "not one day early");
    env.days(1).await;
    assert_eq!((env.numbers().await, env.files()), (vec![], 0));
}

#[tokio::test]
async fn what_is_asked_for_before_a_removal_is_there_for_it() {
    let env = TestEnv::new().await;
    env.store.prune().await.unwrap();
    env.keep("a", "old plan").await;
    env.days(30).await;
    let found = env.folder_m1().of_document(&"a".into()).await.unwrap();
    // The delete is on its way for a while.
    env.days(2).await;
    env.folder_m1()
        .removed(found.unwrap().version, RemovalReason::Replaced, None)
        .await
        .unwrap();
    assert_eq!(env.files(), 1);
}

#[tokio::test]
async fn a_clock_that_jumps_ages_nothing_by_more_than_a_day() {
    let env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    env.folder_m1()
        .removed(kept.version, RemovalReason::Replaced, None)
        .await
        .unwrap();
    env.store.prune().await.unwrap();
    for jump in [400 * DAY, -400 * DAY, 90 * DAY] {
        env.clock.0.fetch_add(jump, Ordering::SeqCst);
        env.store.prune().await.unwrap();
    }
    assert_eq!(env.numbers().await, [kept.version.0]);
    env.days(27).await;
    assert_eq!(env.numbers().await, [0; 0], "three jumps and 27 days");
}

#[tokio::test]
async fn content_without_version_and_record_is_set_aside_for_thirty_days() {
    let mut env = TestEnv::new().await;
    env.store.prune().await.unwrap();
    let kept = env.keep("a", "old plan").await;
    std::fs::remove_file(env.blob(&kept).with_extension("json")).unwrap();
    env.store.close().await;
    std::fs::remove_file(env.database()).unwrap();
    env.reopen().await;
    assert_eq!(env.store.prune().await.unwrap().set_aside, 1);
    let aside = env
        .folder
        .path()
        .join("set-aside")
        .join(kept.sha256.to_string());
    assert_eq!(std::fs::read(&aside).unwrap(), b"old plan");
    env.days(29).await;
    assert!(aside.exists(), "day 29");
    // Somebody keeps the same: what is aside goes when its time has come all the same.
    env.days(1).await;
    assert!(!aside.exists());
}

#[tokio::test]
async fn what_is_deleted_by_hand_is_what_was_confirmed() {
    let env = TestEnv::new().await;
    let mut kept = Vec::new();
    for (document, content) in [("a", "one"), ("b", "one"), ("c", "three")] {
        let version = env.keep(document, content).await;
        env.folder_m1()
            .removed(version.version, RemovalReason::Replaced, None)
            .await
            .unwrap();
        kept.push(version);
    }
    let on_its_way = env.keep("d", "four").await;
    let all: Vec<_> = env.store.versions().await.unwrap();
    let all: Vec<_> = all.iter().map(|version| version.version).collect();
    let loss = env.store.loss_of(&all).await.unwrap();
    assert_eq!(loss.versions.len(), 3, "a removal may be on its way");
    assert_eq!(loss.bytes, 8, "equal content is one");
    let some = env.store.loss_of(&[kept[0].version, kept[2].version]).await;
    let some = some.unwrap();
    assert_eq!(some.bytes, 5, "another version names it");
    env.store.delete(&some).await.unwrap();
    assert_eq!(env.content(&kept[1]).await.unwrap(), b"one");
    assert!(matches!(
        env.store.delete(&loss).await,
        Err(DeleteError::Changed(_))
    ));
    assert_eq!(env.files(), 2);
    assert_eq!(
        env.numbers().await,
        [kept[1].version.0, on_its_way.version.0]
    );
}

#[tokio::test]
async fn two_processes_prune_and_keep_at_once_and_lose_nothing() {
    let env = TestEnv::new().await;
    let other = open(env.folder.path(), env.clock.clone(), 50 << 30, 100 << 30).await;
    let pruning = async {
        for _ in 0..40 {
            other.prune().await.unwrap();
        }
    };
    let keeping = async {
        for number in 0..40 {
            let version = env.keep(&number.to_string(), "the same").await;
            assert_eq!(env.content(&version).await.unwrap(), b"the same");
        }
    };
    tokio::join!(pruning, keeping);
    assert_eq!(env.numbers().await.len(), 40);
    assert!(!env.folder.path().join("set-aside").exists());
}
