//! The engine with every real part: a folder on the disk, SQLite, the history, the service.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use fielddesk_core::sync_adapters::{ApiRemote, RemoteParts, history_with_state};
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::{Engine, RunOptions, RunReport};
use fielddesk_sync::limits::Limits;
use fielddesk_sync::local::OsFolder;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::plan::{ActionKind, Approval};
use fielddesk_sync::ports::{Clock, Part, Ports, Remote, RemovalReason};
use fielddesk_sync::resolve::{Keep, Resolution};
use fielddesk_sync::state::{LostBecause, SqliteState, StateStore};
use fielddesk_sync::stop_reason::StopReason;
use fielddesk_sync::timestamp::Timestamp;
use serde_json::json;

use super::remote::Given;
use super::{Mirror, connected, mapping};
use crate::support::clients;

/// The computer's time, and what was waited for on top of it.
#[derive(Default)]
struct Ahead(AtomicI64);

#[async_trait]
impl Clock for Ahead {
    fn now(&self) -> Timestamp {
        let ahead = self.0.load(Ordering::Relaxed);
        Timestamp::from_millis(chrono::Utc::now().timestamp_millis() + ahead)
    }

    async fn sleep(&self, duration: Duration) {
        let waited = i64::try_from(duration.as_millis()).unwrap();
        self.0.fetch_add(waited, Ordering::Relaxed);
        tokio::task::yield_now().await;
    }
}

/// A folder that mirrors to a project.
struct TestEnv {
    mirror: Mirror,
    folder: tempfile::TempDir,
    clock: Arc<Ahead>,
    parts: RemoteParts,
    deletes: Deletes,
}

impl TestEnv {
    async fn new() -> Self {
        let mirror = Mirror::new().await;
        Self {
            parts: mirror.parts(),
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::default(),
            deletes: Deletes::Ask,
            mirror,
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Saves a file and lets it settle.
    fn save(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self.clock.0.fetch_add(5_000, Ordering::Relaxed);
    }

    fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.path(path)).unwrap()
    }

    /// A new process: everything is opened again.
    async fn engine(&self) -> (Engine, SqliteState, StateStore) {
        let store = self.mirror.store().await;
        let mapping = mapping(self.deletes);
        let state = store.of(&mapping.id);
        let owner = self.mirror.owner(&mapping.id.0);
        let history = history_with_state(self.mirror.history.store(), owner, state.clone());
        let clock = self.clock.clone();
        let ports = Ports {
            fs: Arc::new(OsFolder::new(
                self.folder.path(),
                IgnoreRules::default(),
                clock,
            )),
            remote: Arc::new(ApiRemote::new(self.parts.clone())),
            state: Arc::new(state.clone()),
            history: Arc::new(history),
            clock: self.clock.clone(),
        };
        let engine = Engine::open(mapping, ports, Limits::default()).await;
        (engine.unwrap(), state, store)
    }

    async fn run(&self) -> RunReport {
        self.run_as(&RunOptions::default()).await
    }

    async fn run_as(&self, options: &RunOptions) -> RunReport {
        let (mut engine, _, store) = self.engine().await;
        let report = engine.run(options).await;
        store.close().await;
        report
    }

    /// Runs and expects that nothing stands in the way.
    async fn in_step(&self) -> RunReport {
        let report = self.run().await;
        assert_eq!(report.stop, None);
        assert!(report.left.actions.is_empty(), "{:?}", report.left);
        report
    }

    /// Names and contents of a page, by the service's own word.
    async fn on_page(&self, section: &str) -> Vec<(String, Vec<u8>)> {
        let mut all = Vec::new();
        for file in self.mirror.page(section).await {
            all.push((file.name, self.mirror.bytes(&file.id).await));
        }
        all.sort();
        all
    }

    /// Somebody else puts a document on a page.
    async fn stranger(&self, section: &str, name: &str, bytes: &[u8]) {
        let part: Part = Given::part(name, bytes);
        let sent = self.mirror.remote().upload(Some(section), vec![part]).await;
        sent.unwrap();
    }
}

fn doc(name: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    (name.to_owned(), bytes.to_vec())
}

#[tokio::test]
async fn a_folder_is_mirrored_changes_follow_and_old_content_comes_back() {
    let env = TestEnv::new().await;
    let large = vec![7; 9_000_000];
    env.save("Plan Ö.pdf", b"one");
    env.save("VA/Blad 1.pdf", b"first");
    env.save("VA/Blad 2.pdf", b"");
    env.save("VA/Modell.ifc", &large);
    let report = env.in_step().await;
    assert_eq!(report.tally.uploaded, 4);
    assert_eq!(env.on_page("Documents").await, [doc("Plan Ö.pdf", b"one")]);
    let page = [
        doc("Blad 1.pdf", b"first"),
        doc("Blad 2.pdf", b""),
        doc("Modell.ifc", &large),
    ];
    assert!(env.on_page("VA").await == page);

    let sent = env.mirror.count("POST").await;
    let quiet = env.in_step().await;
    assert_eq!(quiet.tally.uploaded + quiet.tally.replaced, 0);
    assert_eq!(
        env.mirror.count("POST").await,
        sent,
        "a quiet run sends nothing"
    );

    env.save("VA/Blad 1.pdf", b"second");
    assert_eq!(env.in_step().await.tally.replaced, 1);
    assert_eq!(env.on_page("VA").await[0], doc("Blad 1.pdf", b"second"));
    let kept = env.mirror.history.versions().await.unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(kept[0].reason, RemovalReason::Replaced);

    let (mut engine, _, store) = env.engine().await;
    let restored = engine
        .restore(kept[0].version, &RunOptions::default())
        .await;
    assert_eq!(restored.unwrap().as_str(), "VA/Blad 1.pdf");
    store.close().await;
    assert_eq!(env.read("VA/Blad 1.pdf"), b"first");
    env.clock.0.fetch_add(5_000, Ordering::Relaxed);
    env.in_step().await;
    assert_eq!(env.on_page("VA").await[0], doc("Blad 1.pdf", b"first"));
    let tokens = env.mirror.requests().await;
    let tokens = tokens
        .iter()
        .filter(|(_, path)| path.ends_with("/connect/token"));
    assert_eq!(
        tokens.count(),
        0,
        "the token of the first look served all runs"
    );
}

#[tokio::test]
async fn a_delete_waits_for_a_yes_and_its_bytes_are_kept() {
    let env = TestEnv::new().await;
    for name in ["VA/a.pdf", "VA/b.pdf", "VA/c.pdf"] {
        env.save(name, name.as_bytes());
    }
    env.in_step().await;
    std::fs::remove_file(env.path("VA/b.pdf")).unwrap();
    let report = env.run().await;
    assert_eq!(report.decisions(), 1, "{:?}", report.left);
    assert_eq!(env.on_page("VA").await.len(), 3);
    let yes = RunOptions {
        approval: Approval::Yes,
        ..RunOptions::default()
    };
    assert_eq!(env.run_as(&yes).await.tally.deleted, 1);
    assert_eq!(
        env.on_page("VA").await,
        [doc("a.pdf", b"VA/a.pdf"), doc("c.pdf", b"VA/c.pdf")]
    );
    let kept = env.mirror.history.versions().await.unwrap();
    assert_eq!(kept[0].reason, RemovalReason::Deleted);
    env.in_step().await;
}

#[tokio::test]
async fn what_somebody_else_put_there_is_asked_about_and_both_can_stay() {
    let env = TestEnv::new().await;
    env.save("VA/a.pdf", b"ours");
    env.save("VA/same.pdf", b"the same");
    env.stranger("VA", "a.pdf", b"theirs").await;
    env.stranger("VA", "same.pdf", b"the same").await;
    let report = env.run().await;
    assert_eq!(report.tally.adopted, 1, "equal bytes are no question");
    assert_eq!(report.tally.conflicts, 1, "{:?}", report.left);
    assert_eq!(env.on_page("VA").await[0], doc("a.pdf", b"theirs"));

    let (mut engine, _, store) = env.engine().await;
    engine.run(&RunOptions::default()).await;
    let key = FileKey::of("VA", "a.pdf");
    let stamp = "2026-11-20 14.05.33";
    let options = RunOptions::default();
    let resolved = engine
        .resolve(&key, &Resolution::of(Keep::Both), stamp, &options)
        .await;
    resolved.unwrap();
    store.close().await;
    env.clock.0.fetch_add(5_000, Ordering::Relaxed);
    env.in_step().await;
    let theirs = "a (theirs 2026-11-20 14.05.33).pdf";
    assert_eq!(env.read(&format!("VA/{theirs}")), b"theirs");
    let page = [
        doc(theirs, b"theirs"),
        doc("a.pdf", b"ours"),
        doc("same.pdf", b"the same"),
    ];
    assert_eq!(env.on_page("VA").await, page);
}

#[tokio::test]
async fn a_damaged_state_is_rebuilt_by_comparing_and_nothing_equal_is_sent() {
    let env = TestEnv::new().await;
    for name in ["a.pdf", "VA/a.pdf", "VA/b.pdf"] {
        env.save(name, name.as_bytes());
    }
    env.in_step().await;
    let file = env.mirror.data.path().join("sync.sqlite");
    std::fs::write(&file, b"this was never a database".repeat(400)).unwrap();
    let sent = env.mirror.count("POST").await;
    let report = env.in_step().await;
    assert_eq!(report.tally.adopted, 3);
    assert_eq!(env.mirror.count("POST").await, sent);
    assert_eq!(env.on_page("VA").await.len(), 2);
}

#[tokio::test]
async fn a_restored_backup_of_the_state_removes_nothing() {
    let env = TestEnv::new().await;
    env.save("VA/a.pdf", b"one");
    env.save("VA/b.pdf", b"b");
    env.in_step().await;
    let file = env.mirror.data.path().join("sync.sqlite");
    let backup = std::fs::read(&file).unwrap();
    env.save("VA/a.pdf", b"two");
    env.in_step().await;
    for companion in ["sync.sqlite-wal", "sync.sqlite-shm"] {
        let _gone = std::fs::remove_file(env.mirror.data.path().join(companion));
    }
    std::fs::write(&file, backup).unwrap();
    let (mut engine, state, store) = env.engine().await;
    assert_eq!(state.lost().await, Some(LostBecause::Old));
    let report = engine.run(&RunOptions::default()).await;
    store.close().await;
    assert_eq!((report.stop, report.tally.adopted), (None, 2));
    assert_eq!(
        env.on_page("VA").await,
        [doc("a.pdf", b"two"), doc("b.pdf", b"b")]
    );
}

#[tokio::test]
async fn a_token_revoked_between_the_look_and_the_act_is_renewed() {
    let env = TestEnv::new().await;
    env.save("VA/a.pdf", b"one");
    let (mut engine, _, store) = env.engine().await;
    let plan = engine.plan(&RunOptions::default()).await.unwrap();
    assert!(matches!(plan.actions[0].act, ActionKind::Send { .. }));
    env.mirror.revoke().await;
    let report = engine.run(&RunOptions::default()).await;
    store.close().await;
    assert_eq!((report.stop, report.tally.uploaded), (None, 1));
    assert_eq!(env.on_page("VA").await, [doc("a.pdf", b"one")]);
}

#[tokio::test]
async fn a_client_that_may_only_read_stops_the_run_and_loses_nothing() {
    let mut env = TestEnv::new().await;
    env.save("VA/a.pdf", b"one");
    let reading = &clients(&env.mirror.service).read_only;
    let reading = connected(&env.mirror.service, reading, &env.mirror.clock);
    let admin = std::mem::replace(&mut env.parts.connection, reading);
    let report = env.run().await;
    assert!(
        matches!(report.stop, Some(StopReason::Closed(_))),
        "{:?}",
        report.stop
    );
    assert_eq!(env.on_page("VA").await, []);
    env.parts.connection = admin;
    assert_eq!(env.in_step().await.tally.uploaded, 1);
}

#[tokio::test]
async fn an_answer_that_is_lost_leaves_exactly_one_document_of_a_name() {
    for action in [
        json!({"resetAfterCommit": true}),
        json!({"truncateResponseAfterBytes": 40}),
        json!({"resetBeforeBody": true}),
    ] {
        let env = TestEnv::new().await;
        let large = vec![9; 8_500_000];
        env.save("VA/a.pdf", b"one");
        env.save("VA/b.pdf", b"two");
        env.save("VA/c.ifc", &large);
        env.mirror.fault("POST", 2, action.clone()).await;
        env.run().await;
        env.mirror.no_faults().await;
        env.in_step().await;
        let page = [
            doc("a.pdf", b"one"),
            doc("b.pdf", b"two"),
            doc("c.ifc", &large),
        ];
        assert!(env.on_page("VA").await == page, "after {action}");
    }
}

#[tokio::test]
async fn a_kill_in_the_middle_converges_to_one_document_of_each_name() {
    for wait_ms in [5, 40, 120, 250, 400] {
        let env = TestEnv::new().await;
        env.save("VA/a.pdf", b"old");
        env.in_step().await;
        env.save("VA/a.pdf", b"new");
        for number in 0..5 {
            env.save(&format!("VA/b{number}.pdf"), &[number; 3_000]);
        }
        env.mirror.fault("POST", 1, json!({"delayMs": 200})).await;
        let (mut engine, _, store) = env.engine().await;
        let options = RunOptions::default();
        let run = engine.run(&options);
        drop(tokio::time::timeout(Duration::from_millis(wait_ms), run).await);
        drop(engine);
        // A dead process holds nothing; its request may still be stored meanwhile.
        store.close().await;
        env.mirror.no_faults().await;
        env.run().await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        env.in_step().await;
        let mut page = vec![doc("a.pdf", b"new")];
        page.extend((0..5).map(|number| doc(&format!("b{number}.pdf"), &[number; 3_000])));
        assert_eq!(env.on_page("VA").await, page, "killed after {wait_ms} ms");
    }
}
