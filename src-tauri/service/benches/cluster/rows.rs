//! Reads of much, beside the same of one process on SQLite: 100,000 documents of a page, and every
//! haul trip of the database.

use std::process::Stdio;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::env::TestEnv;
use crate::place::Place;
use crate::usage::load;

const DOCUMENTS: i64 = 100_000;
const LISTED_WITHIN: Duration = Duration::from_millis(500);
/// The aim of reading all trips, in times of SQLite.
const TIMES_OF_SQLITE: f64 = 2.5;
/// Trips a page.
const PAGE: &str = "10000";
/// Walks of each, by turns; the median counts.
const WALKS: usize = 3;
const LISTINGS: usize = 5;

/// Measures on the first node alone; returns the number of aims that were missed.
pub(crate) async fn run(place: &Place) -> usize {
    let token = place.static_token(None).await;
    let node = TestEnv::of(place, &token, "").at(&place.nodes[0]);
    let listed = documents(place, &node).await;
    println!("{listed}");

    let folder = tempfile::tempdir().unwrap();
    let (_alone, sqlite, seeded) = alone(place, folder.path()).await;
    let (mut here, mut there, mut trips) = (Vec::new(), Vec::new(), 0);
    for _ in 0..WALKS {
        let (walked, count) = walk(&node).await;
        here.push(walked);
        let (walked, same) = walk(&sqlite).await;
        there.push(walked);
        assert_eq!(count, same, "the same seed");
        trips = count;
    }
    let (here, there) = (median(here), median(there));
    let times = here.as_secs_f64() / there.as_secs_f64();
    let report = json!({
        "trips": trips, "postgresSeconds": tenths(here), "sqliteSeconds": tenths(there),
        "times": (times * 100.0).round() / 100.0, "load": load(),
        "firstStartOnPostgresSeconds": place.seconds_of_first_start,
        "firstStartOnSqliteSeconds": tenths(seeded),
    });
    println!("{report}");
    usize::from(times > TIMES_OF_SQLITE)
        + usize::from(listed["listedSeconds"].as_f64().unwrap() > LISTED_WITHIN.as_secs_f64())
}

fn tenths(time: Duration) -> f64 {
    (time.as_secs_f64() * 100.0).round() / 100.0
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// A page with many documents, whose bytes are nowhere: only the list is asked for.
async fn documents(place: &Place, node: &TestEnv) -> Value {
    let (_, project) = node.read("/projects/by-project-number/P-2026-001").await;
    let project = project["id"].as_str().unwrap();
    let mut database = place.database().await.unwrap();
    let (page,): (i64,) = sqlx::query_as(
        "INSERT INTO pages (owner_kind, owner_id, section_key, section, page_external_id) \
         VALUES ('project', $1, 'many', 'Many', 'many') RETURNING id",
    )
    .bind(project)
    .fetch_one(&mut database)
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO documents (id, page_id, name, size, file_type, created_at) \
         SELECT lpad(n::text, 24, '0'), $1, 'Document ' || n || '.pdf', 1000, 'pdf', n \
         FROM generate_series(1, $2) AS n",
    )
    .bind(page)
    .bind(DOCUMENTS)
    .execute(&mut database)
    .await
    .unwrap();
    let (mut times, mut bytes) = (Vec::new(), 0);
    for _ in 0..LISTINGS {
        let begun = Instant::now();
        let request = node.call(Method::GET, &format!("/projects/{project}/documents"));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        bytes = answer.bytes().await.unwrap().len();
        times.push(begun.elapsed());
    }
    let listed = tenths(median(times));
    json!({ "documents": DOCUMENTS, "listedSeconds": listed, "bytes": bytes, "load": load() })
}

/// A process with the same content on SQLite, and the time until it served.
async fn alone(place: &Place, folder: &std::path::Path) -> (Child, TestEnv, Duration) {
    let begun = Instant::now();
    let mut child = Command::new(place.program())
        .args(["serve", "--seed", "large", "--data"])
        .arg(folder)
        .env_remove("FIELDSERVICE_DATABASE_URL")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).await.unwrap();
    let seeded = begun.elapsed();
    let ready: Value = serde_json::from_str(&line).unwrap();
    let test = &ready["environments"]["test"];
    let admin = &test["clients"]["admin"];
    let [id, secret] = ["clientId", "clientSecret"].map(|name| admin[name].as_str().unwrap());
    let base = test["baseUrl"]
        .as_str()
        .unwrap()
        .strip_suffix("/test/core")
        .unwrap();
    let asked = place
        .ask_token_of(base, id, secret, "reportingapiv1")
        .send()
        .await;
    let token: Value = serde_json::from_str(&asked.unwrap().text().await.unwrap()).unwrap();
    let token = token["access_token"].as_str().unwrap();
    (child, TestEnv::of(place, token, "").at(base), seeded)
}

/// Reads every trip, page by page; the time and the number of trips.
async fn walk(env: &TestEnv) -> (Duration, u64) {
    let (begun, mut trips, mut token) = (Instant::now(), 0, String::new());
    loop {
        let path = format!("{}/test/reporting/v1/flow-trip-registrations", env.base);
        let mut url = url::Url::parse(&path).unwrap();
        url.query_pairs_mut().append_pair("ChunkLimit", PAGE);
        if !token.is_empty() {
            url.query_pairs_mut()
                .append_pair("ContinuationToken", &token);
        }
        let answer = env.at_url(Method::GET, url).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let page = answer.bytes().await.unwrap();
        let (next, count) = envelope(&page);
        trips += count;
        if next.is_empty() {
            return (begun.elapsed(), trips);
        }
        token = next;
    }
}

/// The continuation token and the number of records, which stand at the end of a page of 16 MB:
/// reading all of it as JSON would take longer than the service needs to write it.
fn envelope(page: &[u8]) -> (String, u64) {
    let end = String::from_utf8_lossy(&page[page.len().saturating_sub(600)..]).into_owned();
    let field = |name: &str| {
        let at = end.rfind(&format!("\"{name}\":"))? + name.len() + 3;
        let rest = end[at..].trim_start_matches('"');
        rest.split(['"', ',', '}']).next().map(str::to_owned)
    };
    let token = field("continuationToken").filter(|token| token != "null");
    let count = field("recordCount").unwrap();
    (token.unwrap_or_default(), count.parse().unwrap())
}
