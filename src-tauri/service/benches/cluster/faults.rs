//! The faults, each from its begin to its end.

use std::time::{Duration, Instant};

use sqlx::Connection as _;

use crate::env::with_objects;
use crate::place::Place;

/// Time that the database is away in the faults named so.
pub(crate) const AWAY: Duration = Duration::from_secs(10);
/// Time that a killed node stays away.
const DOWN: Duration = Duration::from_secs(1);

/// A fault of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// kill -9 of a node.
    NodeKilled(usize),
    /// SIGTERM of a node under requests.
    NodeStopped(usize),
    /// kill -9 of PostgreSQL.
    DatabaseKilled,
    /// kill -9 of every process but the balancer.
    AllKilled,
    /// PostgreSQL refuses connections for ten seconds.
    DatabaseAway,
    /// PostgreSQL holds all connections and answers nothing for ten seconds.
    DatabaseSilent,
    /// A transaction holds the lock of the company tree, until every connection waits for it.
    LockHeld,
    /// kill -9 of the object store: uploads break, then its balancer answers 503.
    ObjectsKilled,
    /// The object store's balancer answers 503 for ten seconds.
    ObjectsAway,
}

/// The times of a fault.
pub(crate) struct Spell {
    pub(crate) begun: Instant,
    /// The moment from which everything is there again; of a node that is gone, its begin: the
    /// others are there.
    pub(crate) over: Instant,
}

impl Fault {
    /// The fault of a round.
    pub(crate) fn of(round: usize, nodes: usize) -> Self {
        let node = round / 2 % nodes;
        let all = [
            Self::NodeKilled(node),
            Self::NodeStopped(node),
            Self::DatabaseKilled,
            Self::NodeKilled((node + 1) % nodes),
            Self::AllKilled,
            Self::DatabaseAway,
            Self::NodeStopped((node + 1) % nodes),
            Self::DatabaseSilent,
            Self::LockHeld,
            Self::DatabaseKilled,
            Self::ObjectsKilled,
            Self::ObjectsAway,
        ];
        let without = if with_objects() { 0 } else { 2 };
        all[round % (all.len() - without)]
    }

    /// True where two nodes stay untouched.
    pub(crate) const fn is_of_a_node(self) -> bool {
        matches!(self, Self::NodeKilled(_) | Self::NodeStopped(_))
    }

    /// Does it, and returns once it is over and every node is back.
    pub(crate) async fn run(self, place: &Place) -> Spell {
        let begun = Instant::now();
        let over = match self {
            Self::NodeKilled(node) => {
                away(place, &[&name(node)], "-KILL", DOWN).await;
                begun
            }
            Self::NodeStopped(node) => {
                place.signal(&name(node), "-TERM");
                // Until the process is another one, it drains.
                let id = place.process(&name(node));
                while place.process(&name(node)) == id {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                begun
            }
            Self::DatabaseKilled => {
                away(place, &["postgres"], "-KILL", Duration::ZERO).await;
                place.database_is_back().await
            }
            Self::AllKilled => {
                let nodes: Vec<String> = (0..place.nodes.len()).map(name).collect();
                let mut all: Vec<&str> = nodes.iter().map(String::as_str).collect();
                all.push("postgres");
                if with_objects() {
                    all.push("objects");
                }
                away(place, &all, "-KILL", Duration::ZERO).await;
                place.database_is_back().await;
                place.nodes_are_back().await
            }
            Self::DatabaseAway => {
                away(place, &["postgres"], "-QUIT", AWAY).await;
                place.database_is_back().await
            }
            Self::DatabaseSilent => silent(place).await,
            Self::LockHeld => held(place).await,
            Self::ObjectsKilled => {
                away(place, &["objects"], "-KILL", DOWN).await;
                place.nodes_are_back().await
            }
            Self::ObjectsAway => {
                away(place, &["objects"], "-KILL", AWAY).await;
                place.nodes_are_back().await
            }
        };
        place.nodes_are_back().await;
        Spell { begun, over }
    }
}

fn name(node: usize) -> String {
    format!("node-{}", node + 1)
}

/// Ends processes at once, and lets them be started again after a time.
async fn away(place: &Place, names: &[&str], signal: &str, time: Duration) {
    for name in names {
        place.hold(name);
        place.signal(name, signal);
    }
    tokio::time::sleep(time).await;
    for name in names {
        place.release(name);
    }
}

/// Stops every process of PostgreSQL for a time.
async fn silent(place: &Place) -> Instant {
    let server = place.process("postgres").to_string();
    let signal = |signal: &str| {
        let children = std::process::Command::new("pkill")
            .args([signal, "--parent", &server])
            .status();
        assert!(children.unwrap().success());
        place.signal("postgres", signal);
    };
    signal("-STOP");
    tokio::time::sleep(AWAY).await;
    signal("-CONT");
    Instant::now()
}

/// Holds what every write of a user or machine needs for a time.
async fn held(place: &Place) -> Instant {
    let mut database = place.database().await.unwrap();
    let mut held = database.begin().await.unwrap();
    for statement in [
        "SELECT pg_advisory_xact_lock(hashtextextended(id, 1)) FROM companies WHERE parent_id IS NULL",
        "SELECT id FROM pages FOR UPDATE",
    ] {
        sqlx::query(statement).execute(&mut *held).await.unwrap();
    }
    tokio::time::sleep(AWAY).await;
    held.rollback().await.unwrap();
    Instant::now()
}
