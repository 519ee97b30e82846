//! Keeping content and reading it back.

use super::*;

#[tokio::test]
async fn the_real_history_conforms() {
    let env = TestEnv::new().await;
    assert_eq!(testing::history(&env).await, Ok(()));
}

#[tokio::test]
async fn equal_content_is_stored_once() {
    let env = TestEnv::new().await;
    let one = env.keep("a", "old plan").await;
    let two = env.keep("b", "old plan").await;
    assert_ne!(one.version, two.version);
    assert_eq!(env.files(), 1);
}

#[tokio::test]
async fn a_stream_that_breaks_leaves_no_file() {
    let env = TestEnv::new().await;
    let broken = futures::stream::iter([
        Ok(Bytes::from_static(b"half")),
        Err(SourceError::Remote(RemoteErrorKind::Unreadable.into())),
    ]);
    let kept = env.folder_m1();
    kept.keep(new(None), broken.boxed()).await.unwrap_err();
    assert_eq!((env.files(), env.numbers().await), (0, vec![]));
    let left = std::fs::read_dir(env.folder.path()).unwrap();
    assert!(
        left.flatten()
            .all(|file| !crate::sink::is_temporary(&file.file_name().to_string_lossy()))
    );
}

#[tokio::test]
async fn nothing_is_kept_when_the_disk_is_nearly_full() {
    for (free, total, enough) in [
        (1_900_000_000, 10_000_000_000, false),
        (2_100_000_000, 10_000_000_000, true),
        (4_000_000_000, 100_000_000_000, false),
        (6_000_000_000, 100_000_000_000, true),
    ] {
        let env = TestEnv::new().await;
        let store = open(env.folder.path(), env.clock.clone(), free, total).await;
        assert_eq!(store.room().is_ok(), enough, "{free} of {total} bytes free");
        let kept = store
            .of_owner(owner(None))
            .keep(new(None), stream(b"x"))
            .await;
        assert_eq!(kept.is_ok(), enough);
    }
}

#[tokio::test]
async fn rotten_bytes_are_noticed_and_kept_anew() {
    let mut env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    std::fs::write(env.blob(&kept), b"old plam").unwrap();
    assert!(
        matches!(
            env.content(&kept).await,
            Err(SourceError::History(HistoryError::Failed(_)))
        ),
        "a rotten copy must not be restored over a good file"
    );
    env.reopen().await;
    let found = env.folder_m1().of_document(&"a".into()).await;
    assert_eq!(
        found,
        Ok(None),
        "nothing is removed on the word of rotten bytes"
    );
    let again = env.keep("a", "old plan").await;
    assert_eq!(env.content(&kept).await.unwrap(), b"old plan");
    let found = env.folder_m1().of_document(&"a".into()).await;
    assert_eq!(found, Ok(Some(again)));
    std::fs::remove_file(env.blob(&kept)).unwrap();
    assert!(matches!(
        env.content(&kept).await,
        Err(SourceError::History(HistoryError::Unknown))
    ));
}

#[tokio::test]
async fn what_many_keep_at_once_is_all_kept() {
    let env = TestEnv::new().await;
    let kept = futures::stream::iter(0..200)
        .map(|number| {
            let env = &env;
            async move {
                let version = env
                    .keep(&number.to_string(), &(number % 50).to_string())
                    .await;
                env.folder_m1()
                    .removed(version.version, RemovalReason::Replaced, None)
                    .await
                    .unwrap();
                version.version.0
            }
        })
        .buffer_unordered(16);
    let mut kept: Vec<i64> = kept.collect().await;
    kept.sort_unstable();
    assert_eq!(env.numbers().await, kept);
    assert_eq!((kept.len(), env.files()), (200, 50));
}
