//! kill -9 in the middle of and right after every kind of write, on the real binary: what was
//! acknowledged is there after the restart, and of what was not there is all or nothing.
//!
//! Two rounds (right after an answer, and in the middle); `DURABILITY_ROUNDS` asks for more (scripts/test-long.sh).

mod clients;
mod documents;
mod kind;
mod records;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use sqlx::ConnectOptions as _;

use crate::support::binary::{Binary, json};
use kind::Kind;

/// Writes a kind is given at most in one run; the kill comes long before.
const WRITES: usize = 64;
/// Writers at a time.
const WRITERS: usize = 4;

/// Wine does not tell of a connection whose other end was killed.
const LONGEST_REQUEST: Duration = Duration::from_secs(20);

/// A serving process as a writer sees it.
pub(super) struct TestEnv {
    pub(super) http: Client,
    pub(super) base: String,
    pub(super) token: String,
    pub(super) company: String,
    pub(super) data: String,
    pub(super) project: String,
}

impl TestEnv {
    pub(super) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/v4/integration{path}", self.base);
        self.http.request(method, url).bearer_auth(&self.token)
    }

    /// Status and body; none when the connection broke, as it does under a kill.
    pub(super) async fn ask(&self, request: RequestBuilder) -> Option<(u16, Value)> {
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        assert!(status < 500, "{status}: {:?}", answer.text().await);
        let text = answer.text().await.ok()?;
        Some((status, serde_json::from_str(&text).unwrap_or_default()))
    }

    /// A write: whether it was acknowledged. A refusal is a mistake of the test.
    pub(super) async fn write(&self, request: RequestBuilder) -> Option<Value> {
        let (status, body) = self.ask(request).await?;
        assert!(
            (200..300).contains(&status),
            "refused with {status}: {body}"
        );
        Some(body)
    }

    /// A read of a service that is not being killed.
    pub(super) async fn read(&self, path: &str) -> (u16, Value) {
        self.ask(self.call(Method::GET, path)).await.unwrap()
    }
}

fn kinds() -> Vec<Arc<dyn Kind>> {
    let mut kinds = documents::kinds();
    kinds.extend(records::kinds());
    kinds.extend(clients::kinds());
    kinds
}

fn rounds() -> usize {
    let asked = std::env::var("DURABILITY_ROUNDS").ok();
    asked.map_or(2, |text| text.parse().unwrap())
}

struct Place {
    folder: tempfile::TempDir,
    token: String,
    company: String,
    project: String,
}

impl Place {
    async fn seeded() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let service = Binary::on(folder.path(), &["--seed", "demo"]);
        let test = service.environment("test");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let client = text(&test["clients"]["admin"]["clientId"]);
        let issue = "token issue --environment test --lifetime 1000000 --client";
        let mut issue: Vec<&str> = issue.split(' ').chain([client.as_str()]).collect();
        issue.extend(["--data", folder.path().to_str().unwrap()]);
        let issued = json(&issue);
        let mut place = Self {
            token: text(&issued["access_token"]),
            company: text(&test["companyId"]),
            project: String::new(),
            folder,
        };
        let env = place.env(&service);
        let (_, project) = env.read("/projects/by-project-number/P-2026-001").await;
        place.project = text(&project["id"]);
        place
    }

    fn env(&self, service: &Binary) -> TestEnv {
        TestEnv {
            http: Client::builder()
                .no_proxy()
                .timeout(LONGEST_REQUEST)
                .build()
                .unwrap(),
            base: service.environment("test")["baseUrl"]
                .as_str()
                .unwrap()
                .to_owned(),
            token: self.token.clone(),
            company: self.company.clone(),
            data: self.folder.path().to_str().unwrap().to_owned(),
            project: self.project.clone(),
        }
    }
}

/// What became of each write of a run, by number.
struct Outcome {
    begun: Vec<usize>,
    acknowledged: Vec<usize>,
}

/// Lets writers write and kills the service: in their middle, or right after one answer.
async fn write_and_kill(
    service: Binary,
    env: TestEnv,
    kind: &Arc<dyn Kind>,
    run: &str,
    middle: Option<Duration>,
) -> Outcome {
    let env = Arc::new(env);
    let (writers, writes) = middle.map_or((1, 1), |_| (WRITERS, WRITES));
    let next = Arc::new(AtomicUsize::new(0));
    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..writers {
        let (env, kind, run) = (Arc::clone(&env), Arc::clone(kind), run.to_owned());
        let (next, acknowledged) = (Arc::clone(&next), Arc::clone(&acknowledged));
        tasks.spawn(async move {
            loop {
                let n = next.fetch_add(1, Ordering::SeqCst);
                if n >= writes || !kind.act(&env, &run, n).await {
                    break;
                }
                acknowledged.lock().unwrap().push(n);
            }
        });
    }
    match middle {
        Some(after) => tokio::time::sleep(after).await,
        None => tasks.join_next().await.unwrap().unwrap(),
    }
    service.kill();
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
    Outcome {
        begun: (0..next.load(Ordering::SeqCst).min(writes)).collect(),
        acknowledged,
    }
}

async fn assert_sound(data: &Path) {
    if fielddesk_testing::on_postgres() {
        // Its own checks are the server's; what was acknowledged is looked up above.
        return;
    }
    let mut database = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(data.join("test/service.sqlite"))
        .connect()
        .await
        .unwrap();
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(sound, "ok");
    let broken = sqlx::query("PRAGMA foreign_key_check")
        .fetch_all(&mut database)
        .await
        .unwrap();
    assert!(broken.is_empty(), "{} rows point nowhere", broken.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_write_survives_kill_9_whole_or_not_at_all() {
    let place = Place::seeded().await;
    let mut service = Binary::on(place.folder.path(), &[]);
    let mut seen = 0;
    for round in 0..rounds() {
        for kind in kinds() {
            let run = format!("{}-{round}", kind.name());
            let env = place.env(&service);
            // Round by round: right after an answer, or later and later in the middle.
            let middle = (round % 5 > 0).then(|| {
                let spread = rand::random_range(0..40);
                Duration::from_millis((round % 5 * 15 + spread) as u64)
            });
            for n in 0..middle.map_or(1, |_| WRITES) {
                kind.prepare(&env, &run, n).await;
            }
            let outcome = write_and_kill(service, env, &kind, &run, middle).await;
            let durability = ["process", "power"][round % 2];
            service = Binary::on(place.folder.path(), &["--durability", durability]);
            let env = place.env(&service);
            for n in outcome.begun {
                let acknowledged = outcome.acknowledged.contains(&n);
                kind.check(&env, &run, n, acknowledged).await;
            }
            seen += outcome.acknowledged.len();
        }
        assert_sound(place.folder.path()).await;
    }
    assert!(seen >= kinds().len(), "hardly a write was acknowledged");
}
