//! Keeping, reading back, and letting go.

use super::*;
use crate::target::Target;
use chrono::DateTime;
use fielddesk_api::testing::ManualClock;
use fielddesk_model::ProjectId;
use tokio::io::AsyncReadExt as _;

struct Desk {
    _folder: tempfile::TempDir,
    history: History,
    clock: Arc<ManualClock>,
}

async fn desk() -> Desk {
    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().to_owned()).unwrap();
    let database = Database::open(&dir).await.unwrap();
    let clock = Arc::new(ManualClock::new(DateTime::UNIX_EPOCH));
    let history = History::open(&dir, &database, clock.clone())
        .await
        .unwrap()
        .with_probe(50 << 30, 100 << 30);
    Desk {
        _folder: folder,
        history,
        clock,
    }
}

fn kept(name: &str) -> Kept {
    Kept {
        connection: "c".into(),
        target: Target::project(ProjectId::new("p")),
        section: "HMS".into(),
        name: name.into(),
        document: Some(FileReferenceId::new(format!("id of {name}"))),
        source: Source::Remote,
        reason: Reason::Replaced,
        mapping: None,
    }
}

fn bytes(parts: &[&'static str]) -> impl Stream<Item = Result<Bytes, Failure>> + Send + use<> {
    let parts: Vec<_> = parts
        .iter()
        .map(|part| Ok(Bytes::from_static(part.as_bytes())))
        .collect();
    futures::stream::iter(parts)
}

fn files(dir: &Path) -> usize {
    std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| if path.is_dir() { files(&path) } else { 1 })
        .sum()
}

#[tokio::test]
async fn equal_content_is_stored_once_and_read_back() {
    let desk = desk().await;
    let one = desk
        .history
        .keep(kept("a.pdf"), bytes(&["old ", "plan"]))
        .await
        .unwrap();
    let two = desk
        .history
        .keep(kept("b.pdf"), bytes(&["old plan"]))
        .await
        .unwrap();
    assert_eq!(one.sha256, two.sha256);
    assert_eq!(files(&desk.history.dir), 1);
    let mut text = String::new();
    let mut file = desk.history.read(&one.sha256).await.unwrap();
    file.read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "old plan");
    let found = desk
        .history
        .of_document("c", &FileReferenceId::new("id of b.pdf"))
        .await
        .unwrap();
    assert_eq!(found, Some(two));
    assert_eq!(desk.history.versions().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_stream_that_breaks_leaves_nothing() {
    let desk = desk().await;
    let broken =
        futures::stream::iter([Ok(Bytes::from_static(b"half")), Err(Failure::cancelled())]);
    desk.history.keep(kept("a.pdf"), broken).await.unwrap_err();
    assert_eq!(files(&desk.history.dir), 0);
    assert_eq!(desk.history.versions().await.unwrap(), []);
}

#[tokio::test]
async fn nothing_is_kept_when_the_disk_is_nearly_full() {
    for (free, total, enough) in [
        (1_900_000_000, 10_000_000_000, false),
        (2_100_000_000, 10_000_000_000, true),
        (4_000_000_000, 100_000_000_000, false),
        (6_000_000_000, 100_000_000_000, true),
    ] {
        let history = desk().await.history.with_probe(free, total);
        let outcome = history.room();
        assert_eq!(outcome.is_ok(), enough, "{free} of {total} bytes free");
        if let Err(failure) = outcome {
            assert_eq!(failure.kind, FailureKind::DiskFull);
            assert_eq!(failure.params["limit"], "history");
        }
    }
}

#[tokio::test]
async fn a_version_goes_after_thirty_days_and_not_before() {
    let desk = desk().await;
    desk.history
        .keep(kept("a.pdf"), bytes(&["x"]))
        .await
        .unwrap();
    desk.clock.advance(Duration::from_secs(29 * 86_400));
    assert_eq!(desk.history.prune().await.unwrap(), 0);
    desk.clock.advance(Duration::from_secs(2 * 86_400));
    assert_eq!(desk.history.prune().await.unwrap(), 1);
    assert_eq!(desk.history.versions().await.unwrap(), []);
}

#[tokio::test]
async fn nothing_is_pruned_on_the_word_of_records_that_were_lost() {
    let desk = desk().await;
    desk.history
        .keep(kept("a.pdf"), bytes(&["x"]))
        .await
        .unwrap();
    // The new records name nothing of what is kept.
    sqlx::query("DELETE FROM history")
        .execute(desk.history.database.pool())
        .await
        .unwrap();
    for file in std::fs::read_dir(&desk.history.dir).unwrap() {
        for content in std::fs::read_dir(file.unwrap().path()).unwrap() {
            let content = std::fs::File::open(content.unwrap().path()).unwrap();
            content.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
    }
    let loss = data_loss::DataLoss {
        at: desk.clock.now(),
        database: data_loss::LostDatabase::Records,
        cause: data_loss::LossCause::Missing,
        kept_aside: None,
        parts: Vec::new(),
    };
    data_loss::record(&desk.history.data_dir, loss).unwrap();
    data_loss::acknowledge(&desk.history.data_dir).unwrap();
    desk.clock.advance(Duration::from_secs(29 * 86_400));
    assert_eq!(desk.history.prune().await.unwrap(), 0);
    assert_eq!(files(&desk.history.dir), 1);
    desk.clock.advance(Duration::from_secs(2 * 86_400));
    desk.history.prune().await.unwrap();
    assert_eq!(files(&desk.history.dir), 0);
}

#[tokio::test]
async fn a_hash_is_never_a_path() {
    let desk = desk().await;
    for hostile in ["../../etc/passwd", "", "zz"] {
        let failure = desk.history.read(hostile).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::NotFound);
    }
}
