//! The time until a client that was disabled on one machine is refused by every node.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::env::TestEnv;
use crate::place::Place;

const TIMES: usize = 20;
const LIMIT: Duration = Duration::from_secs(1);

/// Disables clients by a command and returns how often a node still let one in after a second.
pub(crate) async fn run(place: &Place) -> usize {
    let mut taken = Vec::new();
    for n in 0..TIMES {
        let name = format!("revoked-{n}");
        let made = place.operator(&["client", "create", "--name", &name]).await;
        let id = made["clientId"].as_str().unwrap();
        let token = place.static_token(Some(id)).await;
        let env = TestEnv::of(place, &token, "");
        let nodes = place.nodes.iter().map(|node| last_admitted(env.at(node)));
        let nodes = futures::future::join_all(nodes);
        let revoked = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            place.operator(&["client", "disable", "--client", id]).await;
            Instant::now()
        };
        let (last, revoked) = futures::join!(nodes, revoked);
        let last = last.into_iter().max().unwrap();
        taken.push(last.saturating_duration_since(revoked));
    }
    taken.sort();
    let slow = taken.iter().filter(|time| **time > LIMIT).count();
    let ms = |time: Duration| (time.as_secs_f64() * 1000.0).round();
    let report = json!({
        "revoked": TIMES, "medianMs": ms(taken[TIMES / 2]), "maxMs": ms(taken[TIMES - 1]),
        "overASecond": slow,
    });
    println!("{report}");
    slow
}

/// Asks a node until it refuses; the end of the last request that it let in.
async fn last_admitted(env: TestEnv) -> Instant {
    let mut last = Instant::now();
    loop {
        match env.read("/projects/by-project-number/P-2026-001").await {
            (200, _) => last = Instant::now(),
            (401, _) => return last,
            (status, body) => panic!("{status}: {body}"),
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
