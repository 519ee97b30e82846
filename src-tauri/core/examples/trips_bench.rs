//! Measures what the screen of haul trips asks: `trips_bench DATA-FOLDER CONNECTION`, the connection as
//! the table `sources` has it. For each of some filters a line of the filter, the trips that fit, and
//! the seconds for sums, first rows, last rows, rows in order of a figure and distributions, between
//! tabs.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use std::future::Future;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use fielddesk_core::Failure;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::trips::views::DayFilter;
use fielddesk_core::trips::{OrderBy, TripOrder, TripStore, Trips};
use fielddesk_rules::trips::{TripProblem, TripState};

/// Rows that the window asks for at once.
const ROWS: usize = 200;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(key)) = (arguments.next(), arguments.next()) else {
        bail!("trips_bench DATA-FOLDER CONNECTION");
    };
    let dir = DataDir::open(PathBuf::from(folder))?;
    let begun = Instant::now();
    let trips = TripStore::open(&dir).await?.of_key(key);
    let all = trips.overview(&DayFilter::default()).await?;
    println!(
        "first figures\t{}\t{:.3}",
        all.total.trips,
        begun.elapsed().as_secs_f64()
    );
    for (name, filter) in filters(&trips).await? {
        measure(&trips, name, &filter).await?;
    }
    Ok(())
}

/// Filters of each kind, by what is kept.
async fn filters(trips: &Trips) -> anyhow::Result<Vec<(&'static str, DayFilter)>> {
    let all = trips.overview(&DayFilter::default()).await?;
    let spread = trips.distributions(&DayFilter::default()).await?;
    let day = |at: usize| {
        let day = all.days.get(at).and_then(|one| one.day);
        day.map(|day| day.to_string())
    };
    let middle = all.days.len() / 2;
    let mut filters = vec![("all", DayFilter::default())];
    let mut add = |name, set: &dyn Fn(&mut DayFilter)| {
        let mut filter = DayFilter::default();
        set(&mut filter);
        filters.push((name, filter));
    };
    add("a month", &|one| {
        (one.from, one.to) = (day(middle), day(middle + 30));
    });
    add("a project", &|one| {
        one.project = all.projects.get(1).and_then(|group| group.key.clone());
    });
    add("a mass type", &|one| {
        one.mass_type = all.mass_types.get(1).and_then(|group| group.key.clone());
    });
    add("a machine", &|one| {
        one.machine = all.machines.get(5).and_then(|group| group.key.clone());
    });
    add("a driver", &|one| {
        one.driver = spread.drivers.get(5).and_then(|group| group.key.clone());
    });
    add("a load location", &|one| {
        one.load_location = all.routes.get(1).and_then(|route| route.from.clone());
    });
    add("a state", &|one| one.state = Some(TripState::Approved));
    for problem in TripProblem::ALL {
        add("a problem", &|one| one.problem = Some(problem));
    }
    for (name, text) in [
        ("a text found often", "volvo"),
        ("a text found seldom", "1234"),
        ("a text found nowhere", "zzzzqq"),
    ] {
        add(name, &|one| one.text = Some(text.to_owned()));
    }
    Ok(filters)
}

async fn measure(trips: &Trips, name: &str, filter: &DayFilter) -> anyhow::Result<()> {
    let order = |by| TripOrder {
        by,
        descending: true,
    };
    let (sums, all) = timed(trips.overview(filter)).await?;
    let count = all.total.trips;
    let last = count.saturating_sub(ROWS as u64);
    let (first_rows, _) = timed(trips.rows(filter, order(OrderBy::Time), 0, ROWS)).await?;
    let (last_rows, _) = timed(trips.rows(filter, order(OrderBy::Time), last, ROWS)).await?;
    let (sorted, _) = timed(trips.rows(filter, order(OrderBy::M3), 0, ROWS)).await?;
    let (spread, _) = timed(trips.distributions(filter)).await?;
    println!(
        "{name}\t{count}\t{sums:.3}\t{first_rows:.3}\t{last_rows:.3}\t{sorted:.3}\t{spread:.3}"
    );
    Ok(())
}

async fn timed<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<(f64, T), Failure> {
    let begun = Instant::now();
    let done = work.await?;
    Ok((begun.elapsed().as_secs_f64(), done))
}
