//! Client administration by another process, which is killed with the service.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;

use super::{Desk, Kind};
use crate::support::binary::{PATH, json};

pub(super) fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![
        Arc::new(Create),
        Arc::new(Change::Disable),
        Arc::new(Change::Delete),
    ]
}

fn arguments(desk: &Desk, verb: &str, rest: &[&str]) -> Vec<String> {
    let place = [
        "client",
        verb,
        "--data",
        &desk.data,
        "--environment",
        "test",
    ];
    let all = place.iter().chain(rest);
    all.map(|word| (*word).to_owned()).collect()
}

/// Runs a command and kills it after a moment of its own, if it still runs then.
async fn act_or_die(desk: &Desk, verb: &str, rest: &[&str], n: usize) -> bool {
    let mut child = Command::new(PATH)
        .args(arguments(desk, verb, rest))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The first is let be, so that each run has one that was acknowledged.
    if n > 0 {
        let patience = rand::random_range(5..120);
        tokio::time::sleep(Duration::from_millis(patience)).await;
        child.kill().unwrap();
    }
    let output = tokio::task::spawn_blocking(move || child.wait_with_output())
        .await
        .unwrap()
        .unwrap();
    output.status.success() || serde_json::from_slice::<Value>(&output.stdout).is_ok()
}

fn find(desk: &Desk, name: &str) -> Option<Value> {
    let arguments = arguments(desk, "list", &[]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let clients = json(&arguments);
    let mut clients = clients.as_array().unwrap().iter();
    clients.find(|client| client["name"] == name).cloned()
}

struct Create;

#[async_trait]
impl Kind for Create {
    fn name(&self) -> &'static str {
        "create-client"
    }

    async fn act(&self, desk: &Desk, run: &str, n: usize) -> bool {
        let name = format!("{run}-{n}");
        act_or_die(desk, "create", &["--name", &name], n).await
    }

    async fn check(&self, desk: &Desk, run: &str, n: usize, acknowledged: bool) {
        let client = find(desk, &format!("{run}-{n}"));
        assert!(client.is_some() || !acknowledged, "{run} {n} is gone");
    }
}

enum Change {
    Disable,
    Delete,
}

#[async_trait]
impl Kind for Change {
    fn name(&self) -> &'static str {
        match self {
            Self::Disable => "disable-client",
            Self::Delete => "delete-client",
        }
    }

    async fn prepare(&self, desk: &Desk, run: &str, n: usize) {
        // A command takes a while: there is time for a few only.
        if n < 6 {
            let name = format!("{run}-{n}");
            let arguments = arguments(desk, "create", &["--name", &name]);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            json(&arguments);
        }
    }

    async fn act(&self, desk: &Desk, run: &str, n: usize) -> bool {
        let Some(client) = find(desk, &format!("{run}-{n}")) else {
            return false;
        };
        let id = client["clientId"].as_str().unwrap();
        let verb = match self {
            Self::Disable => "disable",
            Self::Delete => "delete",
        };
        act_or_die(desk, verb, &["--client", id], n).await
    }

    async fn check(&self, desk: &Desk, run: &str, n: usize, acknowledged: bool) {
        let client = find(desk, &format!("{run}-{n}"));
        if acknowledged {
            match self {
                Self::Disable => assert_eq!(client.unwrap()["enabled"], false, "{run} {n}"),
                Self::Delete => assert!(client.is_none(), "{run} {n} is still there"),
            }
        }
    }
}
