//! A database that is lost, damaged or of before, and files that it does not name.

use super::*;
use crate::ports::ActId;

#[tokio::test]
async fn a_lost_or_damaged_database_is_read_anew_from_the_records() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 6] = [
        ("deleted", |path| std::fs::remove_file(path).unwrap()),
        ("emptied", |path| std::fs::write(path, b"").unwrap()),
        ("zeroed", |path| {
            let length = std::fs::metadata(path).unwrap().len();
            std::fs::write(path, vec![0; usize::try_from(length).unwrap()]).unwrap();
        }),
        ("garbage", |path| {
            std::fs::write(path, b"never a database".repeat(4096)).unwrap();
        }),
        ("halved", |path| {
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("flipped", |path| {
            let mut bytes = std::fs::read(path).unwrap();
            bytes[4096..].iter_mut().for_each(|byte| *byte ^= 0x5a);
            std::fs::write(path, bytes).unwrap();
        }),
    ];
    for (what, damage) in damages {
        let mut env = TestEnv::new().await;
        let marked = env.folder_m1().with_mark(|| 7);
        let one = marked.keep(new(Some("a")), stream(b"one")).await.unwrap();
        let act = ActId("act".to_owned());
        marked
            .removed(one.version, RemovalReason::Replaced, Some(&act))
            .await
            .unwrap();
        let two = env.keep("b", "two").await;
        let by_hand = env.store.of_owner(owner(None));
        let three = by_hand.keep(new(Some("c")), stream(b"one")).await.unwrap();
        env.clock.0.fetch_add(DAY, Ordering::SeqCst);
        by_hand
            .removed(three.version, RemovalReason::Replaced, None)
            .await
            .unwrap();
        let before = env.store.versions().await.unwrap();
        env.store.close().await;
        for companion in ["-wal", "-shm"] {
            let mut name = env.database().into_os_string();
            name.push(companion);
            drop(std::fs::remove_file(name));
        }
        damage(&env.database());
        env.reopen().await;
        assert_eq!(env.store.versions().await.unwrap(), before, "{what}");
        assert_eq!(env.content(&one).await.unwrap(), b"one", "{what}");
        let mark = env.store.highest_mark(&MappingId("m1".into())).await;
        assert_eq!(mark, Ok(7), "{what}");
        let next = env.keep("d", "four").await;
        assert!(
            next.version > three.version,
            "{what}: no number is given twice"
        );
        env.store.prune().await.unwrap();
        assert_eq!(env.numbers().await.len(), 4, "{what}");
        assert_eq!(env.content(&two).await.unwrap(), b"two", "{what}");
    }
}

#[tokio::test]
async fn a_database_that_is_lost_in_a_crash_of_reading_it_anew_is_read_again() {
    let mut env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    sqlx::query("DELETE FROM versions")
        .execute(&env.store.inner.file.pool().await.0)
        .await
        .unwrap();
    sqlx::query("DELETE FROM state")
        .execute(&env.store.inner.file.pool().await.0)
        .await
        .unwrap();
    env.reopen().await;
    assert_eq!(env.store.versions().await.unwrap(), [kept]);
}

#[tokio::test]
async fn content_that_no_version_names_is_taken_in_from_its_record() {
    let env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    let other = env.keep("b", "another").await;
    sqlx::query("DELETE FROM versions WHERE version = ?")
        .bind(kept.version.0)
        .execute(&env.store.inner.file.pool().await.0)
        .await
        .unwrap();
    let pruned = env.store.prune().await.unwrap();
    assert_eq!((pruned.adopted, pruned.set_aside), (1, 0));
    assert_eq!(env.store.version(kept.version).await, Ok(Some(kept)));
    assert_eq!(env.store.version(other.version).await, Ok(Some(other)));
}

#[tokio::test]
async fn a_record_that_is_missing_is_written_again() {
    let mut env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    std::fs::remove_file(env.blob(&kept).with_extension("json")).unwrap();
    env.store.prune().await.unwrap();
    env.store.close().await;
    std::fs::remove_file(env.database()).unwrap();
    env.reopen().await;
    assert_eq!(env.store.versions().await.unwrap(), [kept]);
}

fn row(number: i64, document: &str, content: &str) -> Row {
    let content = crate::ports::KeptContent {
        sha256: ContentHash::of(content.as_bytes()),
        bytes: content.len() as u64,
        at: Timestamp::from_millis(5),
    };
    Row {
        version: owner(None).version(VersionId(number), new(Some(document)), content),
        removed: true,
        mark: None,
    }
}

#[tokio::test]
async fn versions_of_before_keep_their_numbers_and_come_once() {
    let mut env = TestEnv::new().await;
    let imported = || Imported {
        rows: vec![row(3, "a", "one"), row(8, "b", "two")],
        marks: vec![(MappingId("m1".into()), 4)],
        highest: 11,
    };
    env.store.import(imported()).await.unwrap();
    // A crash before the old table was emptied.
    env.store.import(imported()).await.unwrap();
    assert_eq!(env.numbers().await, [3, 8]);
    let mark = env.store.highest_mark(&MappingId("m1".into())).await;
    assert_eq!(mark, Ok(4));
    let next = env.keep("c", "three").await;
    assert_eq!(next.version, VersionId(12), "above every number ever given");
    // An old copy of that table: its number 12 was given here meanwhile.
    let old = Imported {
        rows: vec![row(8, "b", "two"), row(12, "d", "four")],
        ..Imported::default()
    };
    env.store.import(old.clone()).await.unwrap();
    env.store.import(old).await.unwrap();
    assert_eq!(env.numbers().await, [3, 8, 12, 13]);
    assert_eq!(env.store.version(VersionId(12)).await, Ok(Some(next)));
    env.store.close().await;
    env.reopen().await;
    assert_eq!(env.numbers().await, [3, 8, 12, 13]);
}
