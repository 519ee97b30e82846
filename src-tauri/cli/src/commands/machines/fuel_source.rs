//! `fieldctl machines fuel-source`: where fuel values come from, kept on this computer.

use fielddesk_core::Failure;
use fielddesk_core::fleet::{FuelSource, Provenance};
use serde::Serialize;

use super::{fleet, fuel};
use crate::args::CompanyArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    machine_number: &'a str,
    id: &'a str,
    name: Option<&'a str>,
    source: Option<&'static str>,
}

pub(super) async fn run(
    number: Option<&str>,
    source: Option<Provenance>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let fleet = fleet(context).await?;
    let company = args.id();
    let work = async {
        match (number, source) {
            (Some(number), Some(source)) => {
                let set = fleet.set_fuel_source(number, company.as_ref(), source);
                Ok(vec![set.await?])
            }
            _ => fleet.fuel_sources(number, company.as_ref()).await,
        }
    };
    let sources = context.unless_cancelled::<_, Failure>(work).await?;
    let rows: Vec<Row<'_>> = sources.iter().map(row).collect();
    match (number, rows.as_slice()) {
        (Some(_), [row]) => context.output.result(row, || table(&sources))?,
        _ => context.output.result(&rows, || table(&sources))?,
    }
    if rows.is_empty() {
        context.output.remark("No machine has a source.");
    }
    Ok(Exit::Done)
}

fn row(one: &FuelSource) -> Row<'_> {
    Row {
        machine_number: &one.machine.machine_number,
        id: one.machine.id.as_str(),
        name: one.machine.name.as_deref(),
        source: one.source.map(Provenance::as_str),
    }
}

fn table(sources: &[FuelSource]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("FUEL", Kind::Name),
        ("SOURCE", Kind::Name),
    ]);
    for one in sources {
        table.row([
            &one.machine.machine_number,
            one.machine.name.as_deref().unwrap_or(""),
            &fuel(&one.machine),
            one.source.map_or("", Provenance::as_str),
        ]);
    }
    table
}
