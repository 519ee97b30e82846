//! `fieldctl trips summary`: sums by day, project, mass type, machine or route.

use fielddesk_core::Failure;
use fielddesk_core::trips::{Figures, Group, GroupBy, GroupKey};
use serde::Serialize;

use super::{filter, kept, remark_on_nothing};
use crate::args::{TripGrouping, TripSummaryArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
struct Document<'a> {
    by: GroupBy,
    total: &'a Figures,
    groups: &'a [Group],
}

pub(super) async fn run(args: TripSummaryArgs, context: &Context) -> Result<Exit, Failure> {
    let filter = filter(&args.filter)?;
    let by = match args.by {
        TripGrouping::Day => GroupBy::Day,
        TripGrouping::Project => GroupBy::Project,
        TripGrouping::MassType => GroupBy::MassType,
        TripGrouping::Machine => GroupBy::Machine,
        TripGrouping::Route => GroupBy::Route,
    };
    let trips = kept(context).await?;
    let summary = context
        .unless_cancelled(trips.summary(&filter, &[by]))
        .await?;
    let groups = summary.groups.first().map_or(&[][..], Vec::as_slice);
    let document = Document {
        by,
        total: &summary.total,
        groups,
    };
    context
        .output
        .result(&document, || table(args.by, groups, &summary.total))?;
    if groups.is_empty() {
        remark_on_nothing(context);
    }
    Ok(Exit::Done)
}

fn table(by: TripGrouping, groups: &[Group], total: &Figures) -> Table {
    let title = match by {
        TripGrouping::Day => "DAY",
        TripGrouping::Project => "PROJECT",
        TripGrouping::MassType => "MASS",
        TripGrouping::Machine => "MACHINE",
        TripGrouping::Route => "ROUTE",
    };
    let mut table = Table::new(&[
        (title, Kind::Name),
        ("TRIPS", Kind::Number),
        ("M3", Kind::Number),
        ("TONNES", Kind::Number),
        ("KM", Kind::Number),
        ("HOURS", Kind::Number),
        ("M3/TRIP", Kind::Number),
        ("TONNES/TRIP", Kind::Number),
    ]);
    for group in groups {
        row(&mut table, &words(&group.key), &group.figures);
    }
    if groups.len() > 1 {
        row(&mut table, "all", total);
    }
    table
}

fn row(table: &mut Table, name: &str, figures: &Figures) {
    let mean = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
    let sum = |value: f64, trips: u64| match trips {
        0 => String::new(),
        _ => format!("{value:.1}"),
    };
    table.row([
        name,
        &figures.trips.to_string(),
        &sum(figures.m3, figures.m3_trips),
        &sum(figures.tonnes, figures.tonnes_trips),
        &format!("{:.1}", figures.distance),
        &format!("{:.1}", figures.cycle_hours),
        &mean(figures.mean_m3()),
        &mean(figures.mean_tonnes()),
    ]);
}

/// What a group is called; what is not known of it is a dash.
fn words(key: &GroupKey) -> String {
    let known = |texts: &[&Option<String>]| {
        let texts: Vec<&str> = texts.iter().filter_map(|text| text.as_deref()).collect();
        match texts.is_empty() {
            true => "–".to_owned(),
            false => texts.join(" "),
        }
    };
    match key {
        GroupKey::Day { day } => day.map_or_else(|| "–".to_owned(), |day| day.to_string()),
        GroupKey::Project { number, name, .. } | GroupKey::Machine { number, name, .. } => {
            known(&[number, name])
        }
        GroupKey::MassType { name, .. } => known(&[name]),
        GroupKey::Route { from, to } => format!("{} → {}", known(&[from]), known(&[to])),
    }
}
