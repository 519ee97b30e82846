//! `fieldctl machines list`, `show` and `types`.

use fielddesk_core::Failure;
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::model::Machine;
use fielddesk_rules::search::Words;

use super::table;
use crate::args::{CompanyArgs, MachineListArgs};
use crate::commands::listed;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(super) async fn run(args: MachineListArgs, context: &Context) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let query = match args.equipment {
        true => MachineQuery::WITH_EQUIPMENT,
        false => MachineQuery::default(),
    };
    let mut listed = context
        .unless_cancelled(machines::list(&connection, query))
        .await?;
    let all = listed.len();
    let company = args.company.id();
    let words = Words::new(args.search.as_deref().unwrap_or(""));
    listed.retain(|machine| {
        company
            .as_ref()
            .is_none_or(|company| machine.company_id == *company)
            && (!args.blocked || machine.block_check_in)
            && (!args.active || machine.active)
            && words.are_in(&searched(machine))
    });
    context.output.result(&listed, || table(&listed))?;
    if listed.is_empty() && listed.left_out.is_empty() {
        context.output.remark(match all {
            0 => "This client sees no machines.",
            _ => "No machine matches.",
        });
    }
    Ok(listed::end(&listed, "machine", context))
}

fn searched(machine: &Machine) -> [&str; 5] {
    [
        &machine.machine_number,
        machine.name.as_deref().unwrap_or(""),
        machine.type_id.as_deref().unwrap_or(""),
        machine.registration_number.as_deref().unwrap_or(""),
        machine.department.as_deref().unwrap_or(""),
    ]
}

pub(super) async fn show(
    number: &str,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let company = args.id();
    let found = machines::find(
        &connection,
        number,
        company.as_ref(),
        MachineQuery::WITH_EQUIPMENT,
    );
    let machine = context.unless_cancelled(found).await?;
    context
        .output
        .result(&machine, || crate::commands::record::table(&machine))?;
    listed::remark_on_odd(std::slice::from_ref(&machine), "machine", context);
    Ok(Exit::Done)
}

pub(super) async fn types(context: &Context) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let types = context
        .unless_cancelled(machines::types(&connection))
        .await?;
    context.output.result(&types, || {
        let mut table = Table::new(&[("TYPE", Kind::Id), ("NAME", Kind::Name)]);
        for one in &types {
            table.row([&one.type_id, one.name.as_deref().unwrap_or("")]);
        }
        table
    })?;
    if types.is_empty() && types.left_out.is_empty() {
        context.output.remark("The company has no machine types.");
    }
    Ok(listed::end(&types, "machine type", context))
}
