//! Measures the time of a plan of files against as many documents, and of the first page of their
//! table; prints milliseconds.
//!
//! `cargo run --release -p fielddesk-sync --example plan_speed [FILES]`, 100,000 by default

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fielddesk_sync::mapping_state::Saved;
use fielddesk_sync::status::{FileStatus, View};
use fielddesk_sync::testing::Agreed;
use fielddesk_sync::timestamp::Timestamp;

const FILES: u64 = 100_000;

fn ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

#[expect(clippy::disallowed_methods, reason = "this is what it measures")]
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let started = std::time::Instant::now();
    let result = work();
    (started.elapsed(), result)
}

/// As the window's table asks for it: found by part of a name, worst first.
fn first_page(view: &View, saved: &Saved, search: &str) -> Vec<FileStatus> {
    let mut rows = view.rows();
    rows.retain(|row| row.name.to_lowercase().contains(search));
    rows.sort_by_key(|row| std::cmp::Reverse(row.state));
    let first = rows.iter().take(200);
    first.map(|row| view.of_row(row, saved)).collect()
}

#[expect(clippy::print_stdout, reason = "it is a program that prints figures")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = std::env::args().nth(1).map(|text| text.parse());
    let agreed = Agreed::of(files.transpose()?.unwrap_or(FILES))?;
    let empty = Saved::default();
    for (what, saved) in [
        ("all in step", &agreed.saved),
        ("all to be compared", &empty),
    ] {
        for _ in 0..5 {
            let scan = agreed.scan.clone();
            let (ordered, trees) = timed(|| agreed.trees(scan, saved));
            let (planned, plan) = timed(|| agreed.plan(&trees, saved));
            println!(
                "{what}: trees {:.1} ms, plan {:.1} ms, {} actions",
                ms(ordered),
                ms(planned),
                plan.actions.len()
            );
            let (local, remote) = trees;
            let view = View {
                local,
                remote,
                left: plan,
                troubles: BTreeMap::new(),
                stopped: None,
                damaged: BTreeSet::new(),
                stop: None,
                at: Timestamp::default(),
            };
            let (every, files) = timed(|| view.files(saved).len());
            let (page, shown) = timed(|| first_page(&view, saved, "tegning 0").len());
            println!(
                "{what}: {files} files in full {:.1} ms, a page of {shown} {:.1} ms",
                ms(every),
                ms(page)
            );
        }
    }
    Ok(())
}
