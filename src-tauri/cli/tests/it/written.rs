//! A data folder of 24dfb9f3 opened by this version: nothing is missing, what was open goes on, and both
//! guarantees hold on it. `tests/data/written-24dfb9f3` tells what is in it.
#![cfg(unix)]

use std::sync::Arc;

use fielddesk_core::SystemClock;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::history::History;
use fielddesk_core::online::OnlineWatch;
use fielddesk_core::profiles::Profiles;
use fielddesk_core::transfers::Transfers;
use serde_json::{Value, json};

use crate::support::{PROJECT, TestEnv, Written, text};

/// Each version of the history with its content.
const VERSIONS: [(&str, &str); 5] = [
    ("Half.pdf", "half, first"),
    ("Queued.pdf", "queued, first"),
    ("changed.pdf", "changed, first"),
    ("Other.pdf", "other"),
    ("Plan.pdf", "plan, first"),
];

/// Another project, in which a replace by hand was killed.
const OTHER_PROJECT: &str = "P-2026-002";

fn written() -> Written {
    Written::by("24dfb9f3")
}

/// A member of each element.
fn each(list: &Value, member: &str) -> Vec<Value> {
    let list = list.as_array().unwrap().iter();
    list.map(|one| one[member].clone()).collect()
}

/// The synced folder, confirmed where it lies now: another folder in its place is not taken for it.
fn moved_here(written: &Written) -> String {
    let listed = written.document(0, &["sync", "list"]);
    let mapping = text(&listed[0]["mapping"]).to_owned();
    let status = written.document(0, &["sync", "status", &mapping]);
    assert_eq!(status[0]["state"], "offline");
    written.document(0, &["sync", "move", &mapping, "drawings"]);
    mapping
}

/// Names and contents of a section.
fn page(written: &Written, project: &str, section: &str) -> Vec<(String, String)> {
    let pages = written.document(0, &["docs", "list", "--project", project]);
    let mut page: Vec<_> = crate::support::files_of(&pages, section)
        .into_iter()
        .map(|(name, id)| {
            let to = format!("seen/{id}");
            let args = ["docs", "download", &id, "--project", project, "--to", &to];
            let saved = written.document(0, &args);
            let content = std::fs::read_to_string(text(&saved[0]["path"])).unwrap();
            (name, content)
        })
        .collect();
    page.sort();
    page
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    let list = list.iter();
    list.map(|(name, content)| ((*name).to_owned(), (*content).to_owned()))
        .collect()
}

/// Every content that the history holds.
fn history(env: &TestEnv) -> Vec<Vec<u8>> {
    let files = env.history_files().into_iter();
    files.map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn everything_that_was_written_is_listed() {
    let written = written();
    let profiles = written.document(0, &["profile", "list"]);
    assert_eq!(each(&profiles, "name"), ["Office", "Live"]);
    assert_eq!(each(&profiles, "active"), [true, false]);
    let folders = written.document(0, &["sync", "list"]);
    assert_eq!(each(&folders, "section"), ["VA", "El"]);
    assert_eq!(each(&folders, "deletes"), ["ask", "keep"]);
    assert_eq!(each(&folders, "paused"), [Value::Null, json!("goOn")]);
    assert_eq!(each(&folders, "connection"), ["Office", "Office"]);
    let settings = written.document(0, &["sync", "settings"]);
    assert_eq!(settings["ignore"], json!(["*.bak"]));
    let versions = written.document(0, &["docs", "history"]);
    assert_eq!(each(&versions, "name"), VERSIONS.map(|(name, _)| name));
    let versions = written.document(0, &["sync", "history", "drawings"]);
    assert_eq!(each(&versions, "name"), ["changed.pdf"]);
    assert_eq!(each(&versions, "connection"), ["Office"]);
    assert_eq!(each(&versions, "act"), [Value::Null], "none was noted");
    let changes = written.document(0, &["machines", "changes"]);
    assert_eq!(each(&changes, "message"), ["Brakes", "Service"]);
    assert_eq!(changes[0]["finishedAt"], Value::Null, "it was killed");

    moved_here(&written);
    let status = written.document(0, &["sync", "status"]);
    assert_eq!(each(&status, "state"), ["needsDecision", "paused"]);
    let conflicts = written.document(0, &["sync", "conflicts"]);
    assert_eq!(each(&conflicts, "name"), ["conflict.pdf"]);
    let deleted = written.document(0, &["sync", "deleted", "drawings"]);
    assert_eq!(each(&deleted, "name"), ["deleted.pdf"]);
}

#[test]
fn machines_are_released_and_what_was_done_to_them_is_taken_back() {
    let written = written();
    let machine = |number: &str| written.document(0, &["machines", "show", number]);
    written.document(0, &["machines", "scheduled", "--due"]);
    assert_eq!(machine("2102")["blockCheckIn"], false, "its time is over");
    assert_eq!(machine("2103")["blockCheckIn"], true);
    written.document(0, &["machines", "undo", "2"]);
    for number in ["2103", "2104"] {
        assert_eq!(machine(number)["blockCheckIn"], false, "{number}");
    }

    assert_eq!(machine("2101")["note"], "imported");
    let files = std::fs::read_dir(written.env.path("files")).unwrap();
    let mut files = files.map(|entry| entry.unwrap().path().display().to_string());
    let revert = files.find(|path| path.contains("revert")).unwrap();
    let reverted = written.document(0, &["machines", "revert", &revert]);
    assert_eq!(each(&reverted["rows"], "outcome"), ["restored", "deleted"]);
    assert_eq!(machine("2101")["note"], "before the import");
    let made = written.ctl(&["machines", "show", "T-1"]).json();
    made.expect_error(4, "notFound");
}

#[test]
fn a_replace_by_hand_that_was_killed_is_ended_by_the_next_call() {
    let written = written();
    let both = pairs(&[("Half.pdf", "half, first"), ("Half.pdf", "half, second")]);
    assert_eq!(page(&written, OTHER_PROJECT, "HMS"), both);
    let to = ["--project", OTHER_PROJECT, "--section", "El"];
    let upload = [&["docs", "upload", "files/Other.pdf"], &to[..]].concat();
    written.document(0, &upload);
    let new = pairs(&[("Half.pdf", "half, second")]);
    assert_eq!(page(&written, OTHER_PROJECT, "HMS"), new);
    assert!(history(&written.env).contains(&b"half, first".to_vec()));
}

#[test]
fn the_queue_sends_what_was_left_in_it() {
    let written = written();
    written.env.block_on(async {
        let dir = DataDir::open(written.env.data_dir()).unwrap();
        let profile = Profiles::open(&dir).active().unwrap().unwrap();
        let secret = written.secret.clone();
        let connection = Connection::with_secret(profile, secret.into()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        let clock = Arc::new(SystemClock);
        let history = History::open(&dir, &database, clock.clone()).await;
        let (history, online) = (history.unwrap(), OnlineWatch::new());
        let transfers = Transfers::start(connection, &database, &dir, history, online, clock).await;
        let transfers = transfers.unwrap();
        let mut view = transfers.view();
        assert_eq!(view.borrow().left_from_before, 3);
        let ended = view.wait_for(|view| view.active + view.waiting == 0).await;
        let view = ended.unwrap().clone();
        assert_eq!(view.failed + view.needs_you, 0, "{:?}", view.items);
        transfers.stop().await;
    });
    let sent = pairs(&[
        ("Queued 1.pdf", "queued, one"),
        ("Queued 2.pdf", "queued, two"),
        ("Queued.pdf", "queued, second"),
    ]);
    assert_eq!(page(&written, PROJECT, "Kontrakt"), sent);
    assert!(history(&written.env).contains(&b"queued, first".to_vec()));
}

#[test]
fn old_content_comes_back_byte_for_byte() {
    let written = written();
    for version in written
        .document(0, &["docs", "history"])
        .as_array()
        .unwrap()
    {
        let (number, name) = (version["version"].to_string(), text(&version["name"]));
        let to = format!("{name} {number}");
        written.document(0, &["docs", "restore", &number, "--to", &to]);
        let content = std::fs::read_to_string(written.env.path(&to)).unwrap();
        assert!(VERSIONS.contains(&(name, &content)), "{name}: {content}");
    }
    written.document(0, &["docs", "restore", "2"]);
    let back = pairs(&[("Other.pdf", "other"), ("Plan.pdf", "plan, second")]);
    assert_eq!(page(&written, PROJECT, "HMS"), back);

    let mapping = moved_here(&written);
    written.document(0, &["sync", "restore", "3"]);
    let run = ["sync", "run", &mapping, "--once", "--json"];
    written.ctl(&run).run().expect_code(6);
    let whole = pairs(&[
        ("agreed.pdf", "agreed, first"),
        ("changed.pdf", "changed, first"),
        ("conflict.pdf", "conflict, theirs"),
        ("deleted.pdf", "deleted, first"),
    ]);
    assert_eq!(page(&written, PROJECT, "VA"), whole);
    assert!(history(&written.env).contains(&b"changed, second".to_vec()));
}

#[test]
fn a_replace_after_opening_keeps_the_old_bytes() {
    let written = written();
    written.env.file("files/Plan.pdf", "plan, third");
    let to = ["--project", PROJECT, "--section", "HMS", "--replace"];
    let upload = [&["docs", "upload", "files/Plan.pdf"], &to[..]].concat();
    written.document(0, &upload);
    let new = pairs(&[("Plan.pdf", "plan, third")]);
    assert_eq!(page(&written, PROJECT, "HMS"), new);

    let mapping = moved_here(&written);
    written
        .env
        .saved_earlier("drawings/agreed.pdf", "agreed, second");
    let run = ["sync", "run", &mapping, "--once", "--json"];
    written.ctl(&run).run().expect_code(6);
    let kept = history(&written.env);
    for content in ["plan, second", "agreed, first"] {
        assert!(kept.contains(&content.as_bytes().to_vec()), "{content}");
    }
    assert!(page(&written, PROJECT, "VA").contains(&pairs(&[("agreed.pdf", "agreed, second")])[0]));
}
