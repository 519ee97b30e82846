//! Starts that an object store ends: one sentence, exit 2, nothing written.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::binary::PATH;
use crate::support::objects::ObjectServer;

/// Exit code and complaint of a start that must not come to serve.
fn refusal(server: &ObjectServer, objects: &str, data: &Path, set: (&str, &str)) -> (i32, String) {
    let mut command = Command::new(PATH);
    command.args(["serve", "--objects", objects, "--data"]);
    command.arg(data).envs(server.variables().iter().cloned());
    match set {
        (name, "") => command.env_remove(name),
        (name, value) => command.env(name, value),
    };
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut ready).unwrap();
    if !ready.is_empty() {
        child.kill().unwrap();
    }
    let mut complaint = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut complaint).unwrap();
    let code = child.wait().unwrap().code();
    (code.unwrap_or_default(), complaint)
}

#[test]
fn a_store_that_cannot_be_used_ends_a_start_before_anything_is_written() {
    let server = ObjectServer::start();
    let url = server.url();
    let (key, secret) = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
    let endpoint = "AWS_ENDPOINT_URL";
    let none = ("AWS_REGION", "us-east-1");
    for (objects, set, sentence) in [
        ("ftp://documents", none, "not of the form s3://BUCKET"),
        ("s3://me:hush@documents", none, "user or a password"),
        ("s3://no-such-bucket", none, "no bucket `no-such-bucket`"),
        (&url, (secret, ""), "no credentials"),
        (&url, (secret, "hush"), "refuses the credentials"),
        (&url, (key, "another"), "refuses the credentials"),
        (&url, (endpoint, "http://127.0.0.1:9"), "does not answer"),
        (&url, ("AWS_ALLOW_HTTP", ""), "AWS_ALLOW_HTTP=true"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let (code, complaint) = refusal(&server, objects, &data, set);
        let place = format!("{objects} {set:?}: {complaint}");
        assert_eq!(code, 2, "{place}");
        assert!(
            complaint.lines().last().unwrap().contains(sentence),
            "{place}"
        );
        assert!(!complaint.contains("hush"), "{place}");
        assert!(!data.exists(), "{place}");
    }
}
