//! Administration by another process while the service serves: in force within three seconds,
//! though the service keeps what a client may do for a moment.

use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::Value;

use crate::support::binary::{Binary, json};

const IN_FORCE: Duration = Duration::from_secs(3);

struct Beside<'a> {
    service: &'a Binary,
    folder: &'a Path,
    http: Client,
}

impl Beside<'_> {
    fn act(&self, verb: [&str; 2], rest: &[&str]) -> Value {
        let place = ["--data", self.folder.to_str().unwrap()];
        json(&[&verb, &place[..], &["--environment", "test"], rest].concat())
    }

    async fn status(&self, token: &str) -> u16 {
        let base = self.service.environment("test")["baseUrl"]
            .as_str()
            .unwrap();
        let url = format!("{base}/api/v4/integration/projects");
        let answer = self.http.get(url).bearer_auth(token).send().await.unwrap();
        answer.status().as_u16()
    }

    /// Asks until the answer is this, in time.
    async fn comes_to(&self, token: &str, status: u16, after: &str) {
        let start = Instant::now();
        loop {
            let seen = self.status(token).await;
            if seen == status {
                return;
            }
            assert!(
                start.elapsed() < IN_FORCE,
                "{after}: still {seen} after {:?}",
                start.elapsed()
            );
        }
    }
}

#[tokio::test]
async fn acts_of_another_process_are_in_force_within_three_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let service = Binary::on(folder.path(), &["--seed", "demo"]);
    let beside = Beside {
        service: &service,
        folder: folder.path(),
        http: Client::builder().no_proxy().build().unwrap(),
    };
    let made = beside.act(["client", "create"], &["--name", "Beside"]);
    let client = ["--client", made["clientId"].as_str().unwrap()];
    let issued = beside.act(
        ["token", "issue"],
        &[&client[..], &["--lifetime", "100000"]].concat(),
    );
    let token = issued["access_token"].as_str().unwrap();
    assert_eq!(beside.status(token).await, 200);

    let scope = [&client[..], &["--scope", "serviceapiv3"]].concat();
    let company = service.environment("test")["companyId"].as_str().unwrap();
    let company = ["--company", company];
    let acts: [(&[&str], [&str; 2], u16); 7] = [
        (&client, ["client", "disable"], 401),
        (&client, ["client", "enable"], 200),
        (&scope, ["client", "ungrant"], 401),
        (&scope, ["client", "grant"], 200),
        (&company, ["company", "disable-integration"], 403),
        (&company, ["company", "enable-integration"], 200),
        (&client, ["client", "delete"], 401),
    ];
    for (rest, verb, status) in acts {
        beside.act(verb, rest);
        beside.comes_to(token, status, &verb.join(" ")).await;
    }
}
