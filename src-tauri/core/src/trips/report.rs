//! The report of a period: what was hauled in each project. For printing.

use super::Trips;
use super::summary::Figures;
use super::views::{DayFilter, Overview, TripGroup};
use crate::Failure;
use crate::printed::Page;

/// A report for printing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripReport {
    /// A page of its own that loads and runs nothing.
    pub html: String,
    /// Trips in it.
    pub trips: u64,
}

/// The headings of figures.
const FIGURES: [&str; 6] = [
    "trips",
    "m³",
    "trips in m³",
    "tonnes",
    "trips in tonnes",
    "km",
];

impl Trips {
    /// The report of the trips of a filter: for each project its mass types, machines and days.
    ///
    /// Fails with `refused` for days that cannot be, `localFile` where the store is damaged.
    pub async fn report(&self, filter: &DayFilter) -> Result<TripReport, Failure> {
        let all = self.overview(filter).await?;
        let period = period(filter, &all);
        let mut page = Page::new("Haul trips", &period);
        let zone = format!("{period}, days of {}", self.zone().name());
        let restrictions = restrictions(filter);
        let lines = [zone.as_str(), "m³ and tonnes are never added together."];
        page.lines(
            lines
                .into_iter()
                .chain(restrictions.iter().map(String::as_str)),
        );
        table(&mut page, "all", [("all".to_owned(), &all.total)]);
        for project in &all.projects {
            page.heading(&name(project));
            // Trips without a project have nothing that a filter finds them by.
            let Some(key) = project.key.clone() else {
                table(&mut page, "project", [(name(project), &project.figures)]);
                continue;
            };
            let of_project = DayFilter {
                project: Some(key),
                ..filter.clone()
            };
            let sums = self.overview(&of_project).await?;
            let named = |group| (name(group), &group.figures);
            table(&mut page, "mass type", sums.mass_types.iter().map(named));
            table(&mut page, "machine", sums.machines.iter().map(named));
            let days = sums.days.iter().map(|one| {
                let day = one
                    .day
                    .map_or_else(|| "–".to_owned(), |day| day.to_string());
                (day, &one.figures)
            });
            table(&mut page, "day", days);
        }
        Ok(TripReport {
            html: page.finish(),
            trips: all.total.trips,
        })
    }
}

/// The days that were asked for, else those of the trips.
fn period(filter: &DayFilter, all: &Overview) -> String {
    let mut known = all.days.iter().filter_map(|one| one.day);
    let (first, last) = (known.next(), known.next_back());
    let first = filter.from.clone().or(first.map(|day| day.to_string()));
    let last = last.map(|day| day.to_string()).or_else(|| first.clone());
    let last = filter.to.clone().or(last);
    match (first, last) {
        (Some(first), Some(last)) if first != last => format!("{first} – {last}"),
        (Some(day), _) | (None, Some(day)) => day,
        (None, None) => "–".to_owned(),
    }
}

/// What else the trips were chosen by.
fn restrictions(filter: &DayFilter) -> Vec<String> {
    let DayFilter {
        from: _,
        to: _,
        project,
        mass_type,
        machine,
        driver,
        load_location,
        dump_location,
        state,
        problem,
        text,
    } = filter;
    let state = state.map(|state| format!("{state:?}"));
    let problem = problem.map(|problem| format!("{problem:?}"));
    [
        ("project", project),
        ("mass type", mass_type),
        ("machine", machine),
        ("driver", driver),
        ("load location", load_location),
        ("dump location", dump_location),
        ("state", &state),
        ("problem", &problem),
        ("text", text),
    ]
    .into_iter()
    .filter_map(|(what, wanted)| Some(format!("Only {what}: {}", wanted.as_deref()?)))
    .collect()
}

fn name(group: &TripGroup) -> String {
    let known: Vec<&str> = [&group.number, &group.name]
        .into_iter()
        .filter_map(|text| text.as_deref())
        .collect();
    match (known.is_empty(), &group.key) {
        (false, _) => known.join(" "),
        (true, Some(key)) => key.clone(),
        (true, None) => "–".to_owned(),
    }
}

fn table<'a>(page: &mut Page, what: &str, rows: impl IntoIterator<Item = (String, &'a Figures)>) {
    let [trips, m3, m3_trips, tonnes, tonnes_trips, distance] = FIGURES;
    let headings = [what, trips, m3, m3_trips, tonnes, tonnes_trips, distance];
    let rows = rows.into_iter().map(|(name, figures)| {
        // A sum of nothing is no zero.
        let sum = |sum: f64, trips: u64| match trips {
            0 => String::new(),
            _ => format!("{sum:.1}"),
        };
        [
            name,
            figures.trips.to_string(),
            sum(figures.m3, figures.m3_trips),
            figures.m3_trips.to_string(),
            sum(figures.tonnes, figures.tonnes_trips),
            figures.tonnes_trips.to_string(),
            format!("{:.1}", figures.distance),
        ]
    });
    page.table(headings, rows);
}
