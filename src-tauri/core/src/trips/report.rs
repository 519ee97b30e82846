//! The report of a period: what was hauled in each project. For printing.

use chrono::NaiveDate;
use fielddesk_rules::language::Language;
use serde::Deserialize;

use super::Trips;
use super::figures::Figures;
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

/// The words of a report, from whoever asks for it: the window has them in each language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename = "TripReportWords")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReportWords {
    /// The language of the words, by which days and numbers are written.
    pub language: Language,
    /// The heading of the page.
    pub title: String,
    /// Lines below the period: the time zone, what else the trips were chosen by.
    pub notes: Vec<String>,
    /// Names the sums of all trips.
    pub all: String,
    /// Heading of projects.
    pub project: String,
    /// Heading of mass types.
    pub mass_type: String,
    /// Heading of hauling machines.
    pub machine: String,
    /// Heading of days.
    pub day: String,
    /// Headings of figures: trips, m³, trips counted in m³, tonnes, trips counted in tonnes, km.
    pub figures: [String; 6],
    /// Stands for a project, mass type, machine or day that is not known.
    pub not_known: String,
}

impl Trips {
    /// The report of the trips of a filter: for each project its mass types, machines and days.
    ///
    /// Fails with `refused` for days that cannot be, `localFile` where the store is damaged.
    pub async fn report(
        &self,
        filter: &DayFilter,
        words: &ReportWords,
    ) -> Result<TripReport, Failure> {
        let all = self.overview(filter).await?;
        let period = period(filter, &all, words);
        let mut page = Page::new(words.language, &words.title, &period);
        let notes = words.notes.iter().map(String::as_str);
        page.lines([period.as_str()].into_iter().chain(notes));
        let rows = [(words.all.clone(), &all.total)];
        table(&mut page, words, &words.title, rows);
        for project in &all.projects {
            let name = |group| name(group, words);
            page.heading(&name(project));
            // Trips without a project have nothing that a filter finds them by.
            let Some(key) = project.key.clone() else {
                let rows = [(name(project), &project.figures)];
                table(&mut page, words, &words.project, rows);
                continue;
            };
            let of_project = DayFilter {
                project: Some(key),
                ..filter.clone()
            };
            let sums = self.overview(&of_project).await?;
            let named = |group| (name(group), &group.figures);
            let mass_types = sums.mass_types.iter().map(named);
            table(&mut page, words, &words.mass_type, mass_types);
            let machines = sums.machines.iter().map(named);
            table(&mut page, words, &words.machine, machines);
            let days = sums.days.iter().map(|one| {
                let day = one.day.map(|day| words.language.written_day(day));
                (day.unwrap_or_else(|| words.not_known.clone()), &one.figures)
            });
            table(&mut page, words, &words.day, days);
        }
        Ok(TripReport {
            html: page.finish(),
            trips: all.total.trips,
        })
    }
}

/// The days that were asked for, else those of the trips.
fn period(filter: &DayFilter, all: &Overview, words: &ReportWords) -> String {
    let asked = |day: &Option<String>| day.as_deref()?.parse::<NaiveDate>().ok();
    let mut known = all.days.iter().filter_map(|one| one.day);
    let (first, last) = (known.next(), known.next_back());
    let last = asked(&filter.to).or(last).or(first);
    let first = asked(&filter.from).or(first);
    let written = |day| words.language.written_day(day);
    match (first, last) {
        (Some(first), Some(last)) if first != last => {
            format!("{} – {}", written(first), written(last))
        }
        (Some(day), _) | (None, Some(day)) => written(day),
        (None, None) => words.not_known.clone(),
    }
}

fn name(group: &TripGroup, words: &ReportWords) -> String {
    let known: Vec<&str> = [&group.number, &group.name]
        .into_iter()
        .filter_map(|text| text.as_deref())
        .collect();
    match (known.is_empty(), &group.key) {
        (false, _) => known.join(" "),
        (true, Some(key)) => key.clone(),
        (true, None) => words.not_known.clone(),
    }
}

fn table<'a>(
    page: &mut Page,
    words: &ReportWords,
    what: &str,
    rows: impl IntoIterator<Item = (String, &'a Figures)>,
) {
    let [trips, m3, m3_trips, tonnes, tonnes_trips, distance] = &words.figures;
    let headings = [what, trips, m3, m3_trips, tonnes, tonnes_trips, distance];
    let rows = rows.into_iter().map(|(name, figures)| {
        let written = |sum: f64| words.language.written_decimal(&format!("{sum:.1}"));
        // A sum of nothing is no zero.
        let sum = |sum: f64, trips: u64| match trips {
            0 => String::new(),
            _ => written(sum),
        };
        [
            name,
            figures.trips.to_string(),
            sum(figures.m3, figures.m3_trips),
            figures.m3_trips.to_string(),
            sum(figures.tonnes, figures.tonnes_trips),
            figures.tonnes_trips.to_string(),
            written(figures.distance),
        ]
    });
    page.table(headings, rows);
}
