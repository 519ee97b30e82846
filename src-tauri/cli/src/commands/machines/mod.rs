//! `fieldctl machines`: machines and equipment of the company tree.

mod block;
mod changes;
mod delete;
mod fuel;
mod fuel_source;
mod list;
mod scheduled;
mod write;

use std::sync::Arc;

use fielddesk_core::fleet::Fleet;
use fielddesk_core::model::Machine;
use fielddesk_core::{Failure, SystemClock};

use crate::args::MachinesCommand;
use crate::commands::{export, import};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(crate) async fn run(command: MachinesCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        MachinesCommand::List(args) => list::run(args, context).await,
        MachinesCommand::Show { number, company } => list::show(&number, &company, context).await,
        MachinesCommand::Types => list::types(context).await,
        MachinesCommand::Create {
            fields,
            company,
            force_new,
        } => write::create(&fields, &company, force_new, context).await,
        MachinesCommand::Update {
            number,
            fields,
            company,
        } => write::update(&number, &fields, &company, context).await,
        MachinesCommand::Block {
            numbers,
            message,
            until,
            company,
        } => {
            let (message, until) = (message.as_deref(), until.as_deref());
            block::block(numbers, message, until, &company, context).await
        }
        MachinesCommand::Unblock { numbers, company } => {
            block::unblock(numbers, &company, context).await
        }
        MachinesCommand::Esg(args) => write::esg(&args, context).await,
        MachinesCommand::Fuel { missing } => fuel::run(missing, context).await,
        MachinesCommand::FuelSource {
            number,
            source,
            company,
        } => fuel_source::run(number.as_deref(), source, &company, context).await,
        MachinesCommand::Scheduled { due, cancel } => scheduled::run(due, cancel, context).await,
        MachinesCommand::Changes { limit } => changes::list(limit, context).await,
        MachinesCommand::Undo { change, preview } => changes::undo(change, preview, context).await,
        MachinesCommand::Deletable { number, company } => {
            delete::check(&number, &company, context).await
        }
        MachinesCommand::Delete {
            number,
            company,
            yes,
        } => delete::run(&number, &company, yes, context).await,
        MachinesCommand::Import(args) => import::machines(args, context).await,
        MachinesCommand::Revert { file } => import::revert(&file, context).await,
        MachinesCommand::Export(args) => export::machines(args, context).await,
    }
}

/// The machines of the connection, with what this computer keeps of them.
async fn fleet(context: &Context) -> Result<Fleet, Failure> {
    let connection = context.connect().await?;
    let (database, data_dir) = (context.database().await?, context.data_dir()?);
    Ok(Fleet::beside(
        connection,
        &database,
        &data_dir,
        Arc::new(SystemClock),
    ))
}

/// What people want to see of machines.
fn table(machines: &[Machine]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("TYPE", Kind::Name),
        ("PLATE", Kind::Id),
        ("ACTIVE", Kind::Name),
        ("CHECK-IN", Kind::Name),
        ("FUEL", Kind::Name),
    ]);
    for machine in machines {
        table.row([
            &machine.machine_number,
            machine.name.as_deref().unwrap_or(""),
            &kind(machine),
            machine.registration_number.as_deref().unwrap_or(""),
            if machine.active { "yes" } else { "no" },
            &check_in(machine),
            &fuel(machine),
        ]);
        for equipment in machine.equipment.iter().flatten() {
            table.row([
                &format!("└ {}", equipment.machine_number),
                equipment.name.as_deref().unwrap_or(""),
                &kind(equipment),
                equipment.registration_number.as_deref().unwrap_or(""),
                if equipment.active { "yes" } else { "no" },
                "",
                "",
            ]);
        }
    }
    table
}

fn kind(machine: &Machine) -> String {
    match (&machine.type_id, machine.is_equipment) {
        (Some(id), true) => format!("{id} (equipment)"),
        (None, true) => "equipment".to_owned(),
        (Some(id), false) => id.clone(),
        (None, false) => String::new(),
    }
}

fn check_in(machine: &Machine) -> String {
    match (&machine.block_check_in_message, machine.block_check_in) {
        (Some(message), true) if !message.is_empty() => format!("blocked: {message}"),
        (_, true) => "blocked".to_owned(),
        (_, false) if machine.is_equipment => String::new(),
        (_, false) => "open".to_owned(),
    }
}

/// `18.5 L/hour diesel`; what the specification has no word for stays a number.
fn fuel(machine: &Machine) -> String {
    let mut words = Vec::new();
    if let Some(rate) = machine.fuel_consumption_rate {
        words.push(rate.to_string());
    }
    if let Some(unit) = machine.fuel_consumption_unit {
        words.push(
            unit.word()
                .map_or_else(|| format!("unit {}", unit.number()), str::to_owned),
        );
    }
    if let Some(fuel) = machine.fuel_type {
        words.push(
            fuel.word()
                .map_or_else(|| format!("fuel {}", fuel.number()), str::to_owned),
        );
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuel_and_check_in_are_told_in_words() {
        let machine: Machine = serde_json::from_str(
            r#"{"fuelConsumptionRate":18.5,"fuelConsumptionUnit":0,"fuelType":99,
                "blockCheckIn":true,"blockCheckInMessage":"Brakes"}"#,
        )
        .unwrap();
        assert_eq!(fuel(&machine), "18.5 L/hour fuel 99");
        assert_eq!(check_in(&machine), "blocked: Brakes");
        assert_eq!(fuel(&Machine::default()), "");
        assert_eq!(check_in(&Machine::default()), "open");
    }
}
