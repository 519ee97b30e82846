//! How long a plan of files against as many documents takes, and then the first page of the table of
//! them; prints milliseconds.
//!
//! `cargo run --release -p fielddesk-sync --example plan_speed [FILES]`, 100,000 by default

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fielddesk_model::FileReferenceId;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId, Sections};
use fielddesk_sync::mapping_state::Saved;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::{Inputs, plan};
use fielddesk_sync::ports::{ListedFile, ListedPage, Listing, Readiness, Scan, ScannedFile};
use fielddesk_sync::status::{FileStatus, View};
use fielddesk_sync::timestamp::Timestamp;
use fielddesk_sync::tree::{LocalTree, RemoteTree, Stat, SyncedFile};

const FILES: usize = 100_000;

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
    let mapping = Mapping {
        id: MappingId("m".into()),
        sections: Sections::BySubfolder,
        deletes: Deletes::Ask,
        default_section: "Documents".into(),
    };
    let mut scan = Scan::default();
    let mut page = ListedPage {
        section: "Tegninger VA".into(),
        files: Vec::new(),
    };
    let mut saved = Saved::default();
    let files = std::env::args().nth(1).map(|text| text.parse());
    for n in 0..files.transpose()?.unwrap_or(FILES) {
        let name = format!("P-2026-001 Tegning {n:06} Plan og profil.pdf");
        let path = RelPath::new(&format!("Tegninger VA/{name}"))?;
        let id = FileReferenceId::new(format!("{:024x}", n as u64 * 7919));
        let stat = Stat {
            size: 1000 + n as u64,
            mtime_ns: 1,
            identity: None,
        };
        page.files.push(ListedFile {
            id: id.clone(),
            name,
        });
        let readiness = Readiness::Settled;
        scan.files.push(ScannedFile {
            path: path.clone(),
            stat,
            readiness,
        });
        let place = mapping.place(&path).ok_or("no place")?;
        saved.synced.put(
            place.key,
            SyncedFile {
                section: place.section,
                path,
                id,
                sha256: ContentHash::of(&n.to_le_bytes()),
                stat,
                unsure: false,
                typed: false,
                at: Timestamp::default(),
                verified: None,
            },
        );
    }
    let listing = Listing { pages: vec![page] };
    let empty = Saved::default();
    for (what, saved) in [("all in step", &saved), ("all to be compared", &empty)] {
        for _ in 0..5 {
            let copy = scan.clone();
            let (trees, (local, remote)) = timed(|| {
                let known = |path: &_, key: &_, stat: &_| saved.known_hash(path, key, stat);
                let local = LocalTree::of(copy, &mapping, known);
                (local, RemoteTree::of(&listing, |_| true))
            });
            let nothing = BTreeSet::new();
            let (planned, plan) = timed(|| {
                plan(&Inputs {
                    mapping: &mapping,
                    local: &local,
                    remote: &remote,
                    saved,
                    missing: &nothing,
                    open: &nothing,
                    damaged: &nothing,
                    now: Timestamp::default(),
                    retry_refused_before: None,
                })
            });
            println!(
                "{what}: trees {:.1} ms, plan {:.1} ms, {} actions",
                ms(trees),
                ms(planned),
                plan.actions.len()
            );
            let view = View {
                local,
                remote,
                left: plan,
                notes: BTreeMap::new(),
                damaged: nothing.clone(),
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
