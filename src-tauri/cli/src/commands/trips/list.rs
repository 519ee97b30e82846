//! `fieldctl trips list`: the trips that are kept here, the newest first.

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::model::Trip;
use fielddesk_core::trips::{OrderBy, TripOrder};

use super::{filter, kept, remark_on_nothing};
use crate::args::TripListArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// People are not shown more without asking for it.
const SHOWN: u64 = 1000;

const NEWEST_FIRST: TripOrder = TripOrder {
    by: OrderBy::Time,
    descending: true,
};

pub(super) async fn run(args: TripListArgs, context: &Context) -> Result<Exit, Failure> {
    let filter = filter(&args.filter)?;
    let trips = kept(context).await?;
    let mut stream = trips
        .stream(&filter, NEWEST_FIRST, context.cancel.clone())
        .await?;
    let total = stream.total();
    let limit = match args.limit {
        Some(limit) => limit,
        None if context.output.is_json() => total,
        None => SHOWN,
    };
    let mut left = usize::try_from(limit.min(total)).unwrap_or(usize::MAX);
    let mut rows = Vec::new();
    while left > 0 {
        let mut chunk = stream.next_chunk().await?;
        if chunk.is_empty() {
            break;
        }
        chunk.truncate(left);
        left -= chunk.len();
        if context.output.is_json() {
            context.output.lines(&chunk)?;
        } else {
            rows.extend(chunk);
        }
    }
    if context.output.is_json() {
        return Ok(Exit::Done);
    }
    context.output.table(&table(&rows))?;
    if total == 0 {
        remark_on_nothing(context);
    } else if total > limit && args.limit.is_none() {
        context.output.remark(&format!(
            "The newest {limit} of {total} trips; --limit shows more, --json all of them."
        ));
    }
    Ok(Exit::Done)
}

fn table(trips: &[Trip]) -> Table {
    let mut table = Table::new(&[
        ("DUMPED", Kind::Id),
        ("PROJECT", Kind::Id),
        ("MASS", Kind::Name),
        ("QUANTITY", Kind::Number),
        ("UNIT", Kind::Name),
        ("FROM", Kind::Name),
        ("TO", Kind::Name),
        ("DUMPER", Kind::Id),
        ("DRIVER", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for trip in trips {
        table.row([
            &dumped(trip),
            text(&trip.project_number),
            text(&trip.mass_type),
            &trip
                .quantity
                .map_or_else(String::new, |quantity| format!("{quantity:.1}")),
            text(&trip.unit_of_measure_text),
            text(&trip.load_location_name),
            text(&trip.dump_location_name),
            text(&trip.dumper_number),
            text(&trip.dumper_driver_name),
            trip.id.as_str(),
        ]);
    }
    table
}

fn text(field: &Option<String>) -> &str {
    field.as_deref().unwrap_or("")
}

/// The end of the cycle on this computer's clock.
fn dumped(trip: &Trip) -> String {
    trip.dump_date_time
        .or(trip.load_date_time)
        .map_or_else(String::new, |at| {
            let here = at.0.with_timezone(&Local);
            here.format("%Y-%m-%d %H:%M").to_string()
        })
}
