//! Many desktops: token caches, open pages, mirrored folders and lists that are asked for again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::header::{ETAG, IF_NONE_MATCH};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::asked;
use crate::env::TestEnv;
use crate::place::Place;
use crate::usage::{Usage, load, memory};

/// Seconds between two of a desktop's own, and the number of requests each is.
const HABITS: [(Habit, f64); 5] = [
    (Habit::Page, 60.0),
    (Habit::Folder, 600.0),
    (Habit::Machines, 1800.0),
    (Habit::Token, 1740.0),
    (Habit::Users, 28_800.0),
];
/// The aim of the 99th percentile.
const AIM: Duration = Duration::from_millis(250);
/// Longest search for the rate that is too high.
const DOUBLINGS: u32 = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Habit {
    /// The open page: its documents and its project.
    Page,
    /// A mirrored folder: the page's documents, and five reads of single records.
    Folder,
    /// The list of machines, unchanged.
    Machines,
    /// A token.
    Token,
    /// The whole list of users, new each day.
    Users,
}

/// Times and failures by kind of request.
#[derive(Default)]
struct Seen {
    times: Mutex<BTreeMap<&'static str, Vec<Duration>>>,
    failures: Mutex<BTreeMap<String, usize>>,
}

/// The knowledge of the service that all desktops share.
struct World {
    place: Arc<Place>,
    /// The paths of a project and of its page.
    projects: Vec<[String; 2]>,
    machine: String,
    machines_tag: Option<String>,
    speed: f64,
    until: Instant,
    seen: Seen,
}

/// Runs the desktops at the rate of the design and then faster until answers are slow; returns how
/// many aims were missed at the rate of the design.
pub(crate) async fn run(place: Arc<Place>) -> usize {
    let desktops = asked("CLUSTER_DESKTOPS", 1000);
    let token = place.static_token(None).await;
    let tokens = vec![token; desktops];
    let seconds = u64::try_from(asked("CLUSTER_SECONDS", 60)).unwrap();
    let first = spell(&place, &tokens, 1.0, seconds).await;
    println!("{first}");
    let memory_of_nodes = first["memoryMB"].as_array().unwrap();
    let large = memory_of_nodes
        .iter()
        .filter(|node| node[1].as_f64().unwrap() > 150.0);
    let aim = AIM.as_secs_f64() * 1000.0;
    let slow = first["p99Ms"].as_f64().unwrap() > aim;
    let missed = large.count() + usize::from(slow || first["failures"] != json!({}));
    for doubling in 1..=DOUBLINGS {
        let speed = f64::from(1_u32 << doubling);
        let report = spell(&place, &tokens, speed, seconds.min(20)).await;
        println!("{report}");
        if report["p99Ms"].as_f64().unwrap() > aim {
            break;
        }
    }
    missed
}

async fn spell(place: &Arc<Place>, tokens: &[String], speed: f64, seconds: u64) -> Value {
    let env = TestEnv::of(place, &tokens[0], "");
    let mut projects = Vec::new();
    for n in 1..=8 {
        let number = format!("/projects/by-project-number/P-2026-{n:03}");
        let (status, project) = env.read(&number).await;
        if status == 200 {
            let id = project["id"].as_str().unwrap();
            projects.push([number, format!("/projects/{id}/documents")]);
        }
    }
    let machines = env.call(Method::GET, "/machines").send().await.unwrap();
    let tag = machines
        .headers()
        .get(ETAG)
        .map(|tag| tag.to_str().unwrap().to_owned());
    let machines: Value = serde_json::from_slice(&machines.bytes().await.unwrap()).unwrap();
    let (usage, begun) = (Usage::now(place), Instant::now());
    let world = Arc::new(World {
        place: Arc::clone(place),
        projects,
        machine: machines[0]["id"].as_str().unwrap().to_owned(),
        machines_tag: tag,
        speed,
        until: begun + Duration::from_secs(seconds),
        seen: Seen::default(),
    });
    let mut desktops = JoinSet::new();
    for (n, token) in tokens.iter().enumerate() {
        let env = TestEnv::of(place, token, "");
        desktops.spawn(desktop(Arc::clone(&world), env, n));
    }
    while let Some(desktop) = desktops.join_next().await {
        desktop.unwrap();
    }
    let elapsed = begun.elapsed().as_secs_f64();
    report(&world, &usage, tokens.len(), elapsed)
}

/// Lives one desktop's day, faster than it is, from a moment in it.
async fn desktop(world: Arc<World>, mut env: TestEnv, n: usize) {
    let start = Instant::now();
    let mut next = HABITS.map(|(habit, every)| {
        let every = Duration::from_secs_f64(every / world.speed);
        (start + every.mul_f64(rand::random()), habit, every)
    });
    loop {
        let first = next.iter_mut().min_by_key(|(at, ..)| *at).unwrap();
        if first.0 > world.until {
            return;
        }
        tokio::time::sleep_until(first.0).await;
        let habit = first.1;
        // As a timer does that does not catch up.
        first.0 = Instant::now().max(first.0 + first.2);
        let project = &world.projects[n % world.projects.len()];
        world.follow(habit, &mut env, project).await;
    }
}

impl World {
    async fn follow(&self, habit: Habit, env: &mut TestEnv, project: &[String; 2]) {
        let [record, documents] = project;
        match habit {
            Habit::Page => {
                self.get("documents", env, documents).await;
                self.get("record", env, record).await;
            }
            Habit::Folder => {
                self.get("documents", env, documents).await;
                for _ in 0..5 {
                    self.get("record", env, &format!("/machines/{}", self.machine))
                        .await;
                }
            }
            Habit::Machines => self.get("machines", env, "/machines").await,
            Habit::Users => self.get("users", env, "/users").await,
            Habit::Token => {
                let asked = Instant::now();
                let answer = self.place.ask_token("serviceapiv3").send().await;
                let text = match answer {
                    Ok(answer) if answer.status() == StatusCode::OK => answer.text().await.ok(),
                    _ => None,
                };
                self.note("token", asked, text.is_some(), "token");
                if let Some(text) = text {
                    let token: Value = serde_json::from_str(&text).unwrap();
                    env.token = token["access_token"].as_str().unwrap().to_owned();
                }
            }
        }
    }

    async fn get(&self, kind: &'static str, env: &TestEnv, path: &str) {
        let asked = Instant::now();
        let mut request = env.call(Method::GET, path);
        if let Some(tag) = self.machines_tag.as_ref().filter(|_| kind == "machines") {
            request = request.header(IF_NONE_MATCH, tag);
        }
        let (done, what) = match request.send().await {
            Err(error) => (false, error.to_string()),
            Ok(answer) => {
                let status = answer.status();
                let taken = status.is_success() || status == StatusCode::NOT_MODIFIED;
                let whole = answer.bytes().await.is_ok();
                (taken && whole, format!("{kind} {status}"))
            }
        };
        self.note(kind, asked, done, &what);
    }

    fn note(&self, kind: &'static str, asked: Instant, done: bool, what: &str) {
        if done {
            let mut times = self.seen.times.lock().unwrap();
            times.entry(kind).or_default().push(asked.elapsed());
        } else {
            let mut failures = self.seen.failures.lock().unwrap();
            *failures.entry(what.to_owned()).or_default() += 1;
        }
    }
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// The median and the 99th percentile in milliseconds.
fn percentiles(times: &mut [Duration]) -> [f64; 2] {
    times.sort_unstable();
    [50, 99].map(|share| {
        times
            .get(times.len() * share / 100)
            .map_or(0.0, |time| ms(*time))
    })
}

fn report(world: &World, usage: &Usage, desktops: usize, elapsed: f64) -> Value {
    let mut times = world.seen.times.lock().unwrap();
    let mut all: Vec<Duration> = times.values().flatten().copied().collect();
    let count = u32::try_from(all.len()).unwrap();
    let by_kind: BTreeMap<_, _> = times
        .iter_mut()
        .map(|(kind, times)| (*kind, json!([times.len(), percentiles(times)])))
        .collect();
    let [p50, p99] = percentiles(&mut all);
    json!({
        "desktops": desktops, "speed": world.speed, "seconds": elapsed.round(),
        "perSecond": (f64::from(count) / elapsed).round(), "p50Ms": p50, "p99Ms": p99,
        "count, p50, p99 by kind": by_kind,
        "failures": *world.seen.failures.lock().unwrap(),
        "memoryMB": memory(&world.place),
        "processors": usage.processors(&world.place, elapsed), "load": load(),
    })
}
