//! Client administration by another process, which is killed with the service.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;

use super::{Kind, TestEnv};
use crate::support::binary::{command, json};

pub(super) fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![
        Arc::new(Create),
        Arc::new(Change::Disable),
        Arc::new(Change::Delete),
    ]
}

fn arguments(env: &TestEnv, verb: &str, rest: &[&str]) -> Vec<String> {
    let place = ["client", verb, "--data", &env.data, "--environment", "test"];
    let all = place.iter().chain(rest);
    all.map(|word| (*word).to_owned()).collect()
}

/// Runs a command and kills it after a moment of its own, if it still runs then.
async fn act_or_die(env: &TestEnv, verb: &str, rest: &[&str], n: usize) -> bool {
    let arguments = arguments(env, verb, rest);
    let mut child = command(arguments.iter().map(String::as_str))
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

fn find(env: &TestEnv, name: &str) -> Option<Value> {
    let arguments = arguments(env, "list", &[]);
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

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let name = format!("{run}-{n}");
        act_or_die(env, "create", &["--name", &name], n).await
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let client = find(env, &format!("{run}-{n}"));
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

    async fn prepare(&self, env: &TestEnv, run: &str, n: usize) {
        // A command takes a while: there is time for a few only.
        if n < 6 {
            let name = format!("{run}-{n}");
            let arguments = arguments(env, "create", &["--name", &name]);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            json(&arguments);
        }
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let Some(client) = find(env, &format!("{run}-{n}")) else {
            return false;
        };
        let id = client["clientId"].as_str().unwrap();
        let verb = match self {
            Self::Disable => "disable",
            Self::Delete => "delete",
        };
        act_or_die(env, verb, &["--client", id], n).await
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let client = find(env, &format!("{run}-{n}"));
        if acknowledged {
            match self {
                Self::Disable => assert_eq!(client.unwrap()["enabled"], false, "{run} {n}"),
                Self::Delete => assert!(client.is_none(), "{run} {n} is still there"),
            }
        }
    }
}
