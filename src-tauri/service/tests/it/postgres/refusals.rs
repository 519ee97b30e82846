//! Databases that cannot be used: a sentence, exit 2, nothing written, no password shown.

use std::path::Path;

use fielddesk_testing::{database_of, demo, serve_demo};

use crate::support::binary::command;

/// The complaint of a start on this database.
fn refusal(url: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let output = command(["serve", "--database", url])
        .args(["--data", data])
        .args(more)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "it is never ready");
    assert!(!said.contains("s3cr3t"), "{said}");
    said
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let url = database_of(folder.path()).unwrap();
    let with = |user: &str, name: &str| {
        let (_, host) = url.split_once('@').unwrap();
        let (host, _) = host.split_once('/').unwrap();
        format!("postgres://{user}:s3cr3t@{host}/{name}")
    };
    for (place, expected) in [
        (
            "mysql://u:s3cr3t@h/d".to_owned(),
            "no URL such as postgres://",
        ),
        (
            "postgres://u:s3cr3t@[h/d".to_owned(),
            "no URL such as postgres://",
        ),
        (with("nemo", "postgres"), "refuses the user nemo"),
        (with("postgres", "nowhere"), "has no database nowhere"),
        (
            "postgres://u:s3cr3t@127.0.0.1:1/d".to_owned(),
            "127.0.0.1:1 cannot be used",
        ),
    ] {
        let said = refusal(&place, &[]);
        assert!(said.contains(expected), "{place}: {said}");
    }
}

#[tokio::test]
async fn a_node_with_the_keys_of_another_installation_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    serve_demo(folder.path(), demo()).await.stop().await;
    let url = database_of(folder.path()).unwrap();
    let keys = tempfile::tempdir().unwrap();
    let said = refusal(&url, &["--signing-keys", keys.path().to_str().unwrap()]);
    assert!(said.contains("signing keys of test"), "{said}");
    assert!(said.contains("--signing-keys of another node"), "{said}");
}

#[tokio::test]
async fn a_password_on_the_command_line_leaves_the_list_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let url = database_of(folder.path()).unwrap();
    let url = url.replacen("postgres@", "postgres:s3cr3t@", 1);
    let mut child = command(["serve", "--database", &url, "--data"])
        .arg(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = child.stdout.as_mut().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).unwrap();
    assert!(line.contains("ready"), "{line}");
    let list = std::fs::read(
        Path::new("/proc")
            .join(child.id().to_string())
            .join("cmdline"),
    );
    let list = String::from_utf8_lossy(&list.unwrap()).into_owned();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(list.contains("serve"), "{list}");
    assert!(!list.contains("s3cr3t"), "{list}");
}
