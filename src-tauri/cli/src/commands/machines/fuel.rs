//! `fieldctl machines fuel`: machines whose fuel data is missing or unusual.

use fielddesk_core::Failure;
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::model::Machine;
use fielddesk_rules::fuel::{Finding, FuelAnomaly, Similar, completeness};
use serde::Serialize;

use crate::commands::listed;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    machine_number: &'a str,
    id: &'a str,
    name: Option<&'a str>,
    missing: &'a [&'static str],
    unusual: Vec<&'static str>,
    /// What similar machines use.
    alike: Option<Rate>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rate {
    fuel_consumption_rate: f64,
    fuel_consumption_unit: i64,
    fuel_type: i64,
    machines: usize,
}

pub(super) async fn run(only_missing: bool, context: &Context) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let list = machines::list(&connection, MachineQuery::default());
    let machines = context.unless_cancelled(list).await?;
    let found = completeness(machines.iter(), &[]);
    let wanted = |finding: &&Finding| !only_missing || !finding.missing.is_empty();
    let rows: Vec<Row<'_>> = found
        .machines
        .iter()
        .filter(wanted)
        .filter_map(|finding| {
            let machine = machines.iter().find(|one| one.id == finding.machine)?;
            Some(row(machine, finding))
        })
        .collect();
    context.output.result(&rows, || table(&rows))?;
    let total = found.total;
    context.output.remark(&format!(
        "{} machines in use: {} complete, {} with something missing, {} unusual.",
        total.machines, total.complete, total.missing, total.odd
    ));
    Ok(listed::end(&machines, "machine", context))
}

fn row<'a>(machine: &'a Machine, finding: &'a Finding) -> Row<'a> {
    Row {
        machine_number: &machine.machine_number,
        id: machine.id.as_str(),
        name: machine.name.as_deref(),
        missing: &finding.missing,
        unusual: finding.odd.iter().copied().map(word).collect(),
        alike: finding.alike.map(rate),
    }
}

const fn word(anomaly: FuelAnomaly) -> &'static str {
    match anomaly {
        FuelAnomaly::ElectricityWithLiquid => "electricityWithLiquid",
        FuelAnomaly::LitresWithElectric => "litresWithElectric",
        FuelAnomaly::WeightWithLiquid => "weightWithLiquid",
        FuelAnomaly::ZeroRate => "zeroRate",
        FuelAnomaly::RateWithoutFuel => "rateWithoutFuel",
        FuelAnomaly::FarFromAlike => "farFromAlike",
        FuelAnomaly::KilometresUnlikeAlike => "kilometresUnlikeAlike",
        FuelAnomaly::TooMuchPerKilometre => "tooMuchPerKilometre",
    }
}

fn rate(alike: Similar) -> Rate {
    Rate {
        fuel_consumption_rate: alike.rate,
        fuel_consumption_unit: alike.unit.number(),
        fuel_type: alike.fuel.number(),
        machines: alike.machines,
    }
}

fn table(rows: &[Row<'_>]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("MISSING", Kind::Name),
        ("UNUSUAL", Kind::Name),
        ("ALIKE", Kind::Number),
    ]);
    for row in rows {
        let alike = row.alike.as_ref();
        table.row([
            row.machine_number,
            row.name.unwrap_or(""),
            &row.missing.join(" "),
            &row.unusual.join(" "),
            &alike.map_or_else(String::new, |alike| alike.fuel_consumption_rate.to_string()),
        ]);
    }
    table
}
