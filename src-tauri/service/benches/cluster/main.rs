//! Three nodes behind a balancer under faults and under the load of many desktops.
//!
//! `scripts/cluster.sh cargo bench --profile dev -p fielddesk-service --features cluster --bench cluster
//! -- PART…`, a part being `rounds`, `revoked`, `desktops` or `rows`. Options are in the environment:
//! `CLUSTER_ROUNDS` (100), `CLUSTER_DESKTOPS` (1,000), `CLUSTER_SECONDS` (60).

#![expect(clippy::unwrap_used, reason = "a panic is how a bench fails")]
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures are its output"
)]

mod desktops;
mod env;
mod faults;
#[path = "../../tests/it/support/form.rs"]
mod form;
mod judge;
mod place;
mod revoked;
mod rounds;
mod rows;
mod shared;
mod trips;
mod usage;

/// The place where the shared kinds of writes look for a form.
mod support {
    pub(crate) use crate::form::Form;
}

use std::process::ExitCode;
use std::sync::Arc;

use place::Place;

#[tokio::main]
async fn main() -> ExitCode {
    let Some(place) = Place::find() else {
        eprintln!("error: CLUSTER is not set; run it with scripts/cluster.sh");
        return ExitCode::from(2);
    };
    let place = Arc::new(place);
    place.nodes_are_back().await;
    let mut wrong = 0;
    for part in std::env::args().skip(1).filter(|word| word != "--bench") {
        wrong += match part.as_str() {
            "rounds" => rounds::run(Arc::clone(&place), asked("CLUSTER_ROUNDS", 100)).await,
            "revoked" => revoked::run(&place).await,
            "rows" => rows::run(&place).await,
            "desktops" => desktops::run(Arc::clone(&place)).await,
            other => {
                eprintln!(
                    "error: there is no part {other}; there are rounds, revoked, desktops, rows"
                );
                return ExitCode::from(2);
            }
        };
    }
    ExitCode::from(u8::from(wrong > 0))
}

/// A number of the environment, or a default.
fn asked(name: &str, default: usize) -> usize {
    let text = std::env::var(name).ok();
    text.map_or(default, |text| text.parse().unwrap())
}
