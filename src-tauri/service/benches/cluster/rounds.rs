//! Rounds of writes with a fault in their middle: what was acknowledged is there afterwards, and all
//! nodes answer the same.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::{FutureExt as _, StreamExt as _, stream};
use rand::seq::SliceRandom as _;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::env::{Kind, Sample, TestEnv, kinds, with_objects};
use crate::faults::{AWAY, Fault};
use crate::judge::{errors_for, judged, round_to_ms, slowest, timed};
use crate::place::Place;
use crate::shared::Shared;
use crate::trips::{self, Trips};

/// Writes of a kind in a round.
const WRITES: usize = 10;
const WRITERS: usize = 8;
/// More than the connections of all nodes.
const CROWD: usize = 128;
/// Requests at a time before and after a fault.
const AT_ONCE: usize = 8;
/// Readers that ask all the time.
const READERS: usize = 24;
/// Time without a failure after which a fault is over for readers.
const QUIET: Duration = Duration::from_secs(1);

/// A write of a round: kind and number, and what became of it.
struct Write {
    kind: Arc<dyn Kind>,
    n: usize,
    acknowledged: AtomicBool,
}

/// Runs the rounds and returns the number of those in which something was wrong.
pub(crate) async fn run(place: Arc<Place>, rounds: usize) -> usize {
    let token = place.static_token(None).await;
    let env = TestEnv::of(&place, &token, "");
    let trips = Trips::open(place.database_url(), &env).await;
    let (mut wrong, mut acknowledged) = (0, 0);
    let mut worst: BTreeMap<String, [f64; 3]> = BTreeMap::new();
    for round in 0..rounds {
        let fault = Fault::of(round, place.nodes.len());
        let one = AssertUnwindSafe(one(&place, &token, &trips, round, fault)).catch_unwind();
        match one.await {
            Ok(report) => {
                println!("{report}");
                acknowledged += report["acknowledged"].as_u64().unwrap();
                wrong += usize::from(!report["wrong"].as_array().unwrap().is_empty());
                let name = report["fault"].as_str().unwrap();
                let name = name.split('(').next().unwrap().to_owned();
                let seen = worst.entry(name).or_default();
                for (worst, field) in seen
                    .iter_mut()
                    .zip(["errorsFor", "slowestJudged", "slowest"])
                {
                    *worst = worst.max(report[field].as_f64().unwrap());
                }
            }
            Err(_) => {
                wrong += 1;
                println!(
                    "{}",
                    json!({ "round": round, "fault": format!("{fault:?}"), "wrong": ["above"] })
                );
                // Its fault goes on to its end.
                tokio::time::sleep(AWAY).await;
                place.nodes_are_back().await;
            }
        }
    }
    let summary = json!({
        "rounds": rounds, "wrong": wrong, "acknowledged": acknowledged,
        "objects": with_objects(), "errorsFor, slowestJudged, slowest by fault": worst,
    });
    println!("{summary}");
    wrong
}

async fn one(place: &Arc<Place>, token: &str, trips: &Trips, round: usize, fault: Fault) -> Value {
    let run = format!("{round}-{:06x}", rand::random_range(0..0xff_ffff));
    let env = TestEnv::of(place, token, &project(place, token, &run).await);
    let revoked = Revoked::made(place, &run).await;
    let writes = Arc::new(prepared(&env, &run).await);
    let since = trips::now();
    env.samples.lock().unwrap().clear();

    let reads = env.at(&place.public);
    let done = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for _ in 0..READERS {
        readers.spawn(read_on(reads.clone(), Arc::clone(&done)));
    }
    let writing = async {
        if fault == Fault::LockHeld {
            tokio::time::sleep(Duration::from_secs(1)).await;
            write_all(&env, &run, &writes, CROWD).await;
        } else {
            write_all(&env, &run, &writes, WRITERS).await;
        }
    };
    let shared = Shared::default();
    let breaking = async {
        tokio::time::sleep(Duration::from_millis(rand::random_range(100..700))).await;
        let broken = Arc::clone(place);
        tokio::spawn(async move { fault.run(&broken).await })
            .await
            .unwrap()
    };
    let sharing = async {
        if with_objects() {
            shared.write(&env).await;
        }
    };
    let (spell, (), (), changed) =
        futures::join!(breaking, writing, sharing, trips.change(round, 20));
    until_quiet(&reads, spell.over).await;
    done.store(true, Ordering::SeqCst);
    while let Some(reader) = readers.join_next().await {
        reader.unwrap();
    }

    let written = env.samples.lock().unwrap().clone();
    let read = reads.samples.lock().unwrap().clone();
    let mut wrong = judged(fault, &spell, &written, &read);
    checked(&env, &run, &writes).await;
    shared.check(&env).await;
    let seen = trips::changed(&env, &since).await;
    assert!(
        changed.iter().all(|id| seen.contains(id)),
        "a changed trip is not seen"
    );
    wrong.extend(differing(place, &env).await);
    wrong.extend(revoked.admitted(place).await);
    let acknowledged = writes
        .iter()
        .filter(|write| write.acknowledged.load(Ordering::SeqCst));
    let all: Vec<Sample> = written.iter().chain(&read).cloned().collect();
    json!({
        "round": round, "fault": format!("{fault:?}"),
        "writes": writes.len(), "acknowledged": acknowledged.count() + changed.len(),
        "failed": all.iter().filter(|sample| sample.failed()).count(), "answers": all.len(),
        "errorsFor": round_to_ms(errors_for(&all, spell.over)),
        "slowestRead": round_to_ms(slowest(&read)), "slowest": round_to_ms(slowest(&written)),
        "slowestJudged": round_to_ms(slowest(&timed(fault, &spell, &written, &read))),
        "wrong": wrong,
    })
}

/// The page of a round, made by the operator.
async fn project(place: &Place, token: &str, run: &str) -> String {
    let number = format!("R-{run}");
    place
        .operator(&["project", "add", "--number", &number, "--name", "Round"])
        .await;
    let path = format!("/projects/by-project-number/{number}");
    let (_, project) = TestEnv::of(place, token, "").read(&path).await;
    project["id"].as_str().unwrap().to_owned()
}

/// A client whose rights were taken before the fault.
struct Revoked(String);

impl Revoked {
    async fn made(place: &Place, run: &str) -> Self {
        let made = place.operator(&["client", "create", "--name", run]).await;
        let id = made["clientId"].as_str().unwrap();
        let token = place.static_token(Some(id)).await;
        place.operator(&["client", "disable", "--client", id]).await;
        Self(token)
    }

    async fn admitted(&self, place: &Place) -> Vec<String> {
        let env = TestEnv::of(place, &self.0, "");
        let mut wrong = Vec::new();
        for node in &place.nodes {
            let (status, _) = env.at(node).read("/machines").await;
            if status != 401 {
                wrong.push(format!("{node} answers {status} to a disabled client"));
            }
        }
        wrong
    }
}

async fn prepared(env: &TestEnv, run: &str) -> Vec<Write> {
    let kinds = kinds().into_iter();
    let all = kinds.flat_map(|kind| (0..WRITES).map(move |n| (Arc::clone(&kind), n)));
    let mut writes: Vec<Write> = stream::iter(all)
        .map(|(kind, n)| async move {
            kind.prepare(env, &format!("{run}-{}", kind.name()), n)
                .await;
            Write {
                kind,
                n,
                acknowledged: AtomicBool::new(false),
            }
        })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    writes.shuffle(&mut rand::rng());
    writes
}

async fn write_all(env: &TestEnv, run: &str, writes: &[Write], crowd: usize) {
    let next = AtomicUsize::new(0);
    let writers = (0..crowd).map(|_| async {
        while let Some(write) = writes.get(next.fetch_add(1, Ordering::SeqCst)) {
            let run = format!("{run}-{}", write.kind.name());
            let done = write.kind.act(env, &run, write.n).await;
            write.acknowledged.store(done, Ordering::SeqCst);
            let pause = Duration::from_millis(rand::random_range(20..120));
            tokio::time::sleep(pause).await;
        }
    });
    futures::future::join_all(writers).await;
}

async fn read_on(env: TestEnv, done: Arc<AtomicBool>) {
    while !done.load(Ordering::SeqCst) {
        let path = "/projects/by-project-number/P-2026-001";
        // Its end is in the samples.
        drop(env.ask(env.call(Method::GET, path)).await);
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}

/// Waits until readers had no failure for a while, 15 seconds at most.
async fn until_quiet(reads: &TestEnv, over: Instant) {
    loop {
        let failure = {
            let samples = reads.samples.lock().unwrap();
            samples
                .iter()
                .rev()
                .find(|sample| sample.failed())
                .map(|sample| sample.ended)
        };
        let quiet = failure.map_or(over, |at| at.max(over)).elapsed();
        if quiet > QUIET || over.elapsed() > Duration::from_secs(15) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn checked(env: &TestEnv, run: &str, writes: &[Write]) {
    stream::iter(writes)
        .for_each_concurrent(AT_ONCE, |write| async move {
            let run = format!("{run}-{}", write.kind.name());
            let acknowledged = write.acknowledged.load(Ordering::SeqCst);
            write.kind.check(env, &run, write.n, acknowledged).await;
        })
        .await;
}

/// Lists that the nodes do not answer alike.
async fn differing(place: &Place, env: &TestEnv) -> Vec<String> {
    let pages = format!("/projects/{}/documents", env.project);
    let mut wrong = Vec::new();
    for path in ["/machines", "/users", &pages] {
        let mut answers = Vec::new();
        for node in &place.nodes {
            answers.push(env.at(node).read(path).await);
        }
        if answers.windows(2).any(|pair| pair[0] != pair[1]) {
            wrong.push(format!("the nodes differ in {path}"));
        }
    }
    wrong
}
